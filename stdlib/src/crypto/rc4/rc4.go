// Package rc4 has the stream cipher RC4. The cipher is broken, and new programs should not use it.
package rc4

import (
	"internal/alias"
	"strconv"
)

// A KeySizeError is an invalid length of a key.
type KeySizeError int

func (k KeySizeError) Error() string { return "crypto/rc4: invalid key size " + strconv.Itoa(int(k)) }

// A Cipher is RC4 with a key, at a place of the key stream.
type Cipher struct {
	// state is the Rust cipher's, byte by byte.
	state [258]byte
}

// begin sets the state to that at the beginning of a key's stream.
func begin(state, key []byte)

// apply xors the stream to data, and moves the state on.
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

// Reset forgets the key; the Cipher is of no use then.
func (c *Cipher) Reset() { clear(c.state[:]) }

// XORKeyStream xors the next bytes of the stream to src, and writes that to dst, which is at least as long. The slices
// may be the same, but must not overlap otherwise.
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
