// Package rc4 implements the stream cipher RC4. The cipher is broken, and new programs should not use it.
package rc4

import (
	"internal/alias"
	"strconv"
)

// A KeySizeError is an invalid length of a key.
type KeySizeError int

func (k KeySizeError) Error() string { return "crypto/rc4: invalid key size " + strconv.Itoa(int(k)) }

// A Cipher is RC4 with a key, at a position of the key stream.
type Cipher struct {
	// state is the state of the cipher in Rust, byte by byte.
	state [258]byte
}

// begin sets the state to the beginning of a key's stream.
func begin(state, key []byte)

// apply xors the stream to data, and advances the state.
func apply(state, data []byte)

// NewCipher returns RC4 with a key of 1 to 256 bytes.
func NewCipher(key []byte) (*Cipher, error) {
	if len(key) < 1 || len(key) > 256 {
		return nil, KeySizeError(len(key))
	}
	c := new(Cipher)
	begin(c.state[:], key)
	return c, nil
}

// Reset clears the key; the Cipher cannot be used afterwards.
func (c *Cipher) Reset() { clear(c.state[:]) }

// XORKeyStream xors src with the next bytes of the stream, and writes the result to dst, which is at least as long. The
// slices may be the same, but must not overlap otherwise.
func (c *Cipher) XORKeyStream(dst, src []byte) {
	if len(src) == 0 {
		return
	}
	dst = dst[:len(src)]
	if alias.InexactOverlap(dst, src) {
		panic("crypto/rc4: invalid buffer overlap")
	}
	copy(dst, src)
	apply(c.state[:], dst)
}
