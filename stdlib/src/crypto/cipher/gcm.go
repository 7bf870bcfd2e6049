package cipher

import (
	"bytes"
	"crypto/rand"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"internal/aes"
	"internal/alias"
)

const (
	gcmBlock = 16
	gcmNonce = 12
	gcmTag   = 16
)

// ghash writes the hash of additional and data, each filled up with zeros, and of their lengths to out.
func ghash(out, key, additional, data []byte)

// NewGCM returns Galois counter mode with a cipher of 16-byte blocks: nonces have 12 bytes, tags 16.
func NewGCM(cipher Block) (AEAD, error) { return newGCM(cipher, gcmNonce, gcmTag) }

// NewGCMWithNonceSize is NewGCM with nonces of another length.
func NewGCMWithNonceSize(cipher Block, size int) (AEAD, error) { return newGCM(cipher, size, gcmTag) }

// NewGCMWithTagSize is NewGCM with tags of 12 to 16 bytes.
func NewGCMWithTagSize(cipher Block, tagSize int) (AEAD, error) {
	return newGCM(cipher, gcmNonce, tagSize)
}

func newGCM(b Block, nonceSize, tagSize int) (AEAD, error) {
	if tagSize < 12 || tagSize > gcmBlock {
		return nil, errors.New("cipher: incorrect tag size given to GCM")
	}
	if nonceSize <= 0 {
		return nil, errors.New("cipher: the nonce can't have zero length")
	}
	if b, ok := b.(interface{ NewGCM(int, int) (AEAD, error) }); ok {
		return b.NewGCM(nonceSize, tagSize)
	}
	if b.BlockSize() != gcmBlock {
		return nil, errors.New("cipher: NewGCM requires 128-bit block cipher")
	}
	g := &gcm{b: b, nonceSize: nonceSize, tagSize: tagSize}
	b.Encrypt(g.key[:], g.key[:])
	return g, nil
}

type gcm struct {
	b                  Block
	nonceSize, tagSize int
	key                [gcmBlock]byte
}

func (g *gcm) NonceSize() int { return g.nonceSize }

func (g *gcm) Overhead() int { return g.tagSize }

// first returns the first value of the counter block.
func (g *gcm) first(nonce []byte) []byte {
	counter := make([]byte, gcmBlock)
	if len(nonce) == gcmNonce {
		copy(counter, nonce)
		counter[gcmBlock-1] = 1
	} else {
		ghash(counter, g.key[:], nil, nonce)
	}
	return counter
}

// crypt xors src with the key stream, whose first block it skips: that block is for the tag.
func (g *gcm) crypt(dst, src, counter []byte) {
	if b, ok := g.b.(*aes.Block); ok {
		b.Counter(dst, src, counter, gcmBlock)
		return
	}
	var mask [gcmBlock]byte
	counter = bytes.Clone(counter)
	low := counter[gcmBlock-4:]
	for len(src) > 0 {
		binary.BigEndian.PutUint32(low, binary.BigEndian.Uint32(low)+1)
		g.b.Encrypt(mask[:], counter)
		n := subtle.XORBytes(dst, src, mask[:])
		dst, src = dst[n:], src[n:]
	}
}

func (g *gcm) tag(ciphertext, additional, counter []byte) []byte {
	var hash, mask [gcmBlock]byte
	ghash(hash[:], g.key[:], additional, ciphertext)
	g.b.Encrypt(mask[:], counter)
	subtle.XORBytes(hash[:], hash[:], mask[:])
	return hash[:g.tagSize]
}

func (g *gcm) checkNonce(nonce []byte) {
	if len(nonce) != g.nonceSize {
		panic("crypto/cipher: incorrect nonce length given to GCM")
	}
}

const gcmLongest = (1<<32 - 2) * gcmBlock

// grow returns dst extended by n bytes, and the part with these bytes.
func grow(dst []byte, n int) (all, more []byte) {
	if total := len(dst) + n; cap(dst) >= total {
		all = dst[:total]
	} else {
		all = make([]byte, total)
		copy(all, dst)
	}
	return all, all[len(dst):]
}

func checkOutput(out, in, additional []byte) {
	if alias.InexactOverlap(out, in) {
		panic("crypto/cipher: invalid buffer overlap of output and input")
	}
	if alias.AnyOverlap(out, additional) {
		panic("crypto/cipher: invalid buffer overlap of output and additional data")
	}
}

func (g *gcm) Seal(dst, nonce, plaintext, additionalData []byte) []byte {
	g.checkNonce(nonce)
	if uint64(len(plaintext)) > gcmLongest {
		panic("crypto/cipher: message too large for GCM")
	}
	all, out := grow(dst, len(plaintext)+g.tagSize)
	checkOutput(out, plaintext, additionalData)
	g.seal(out, nonce, plaintext, additionalData)
	return all
}

func (g *gcm) seal(out, nonce, plaintext, additional []byte) {
	counter := g.first(nonce)
	encrypted := out[:len(plaintext)]
	g.crypt(encrypted, plaintext, counter)
	copy(out[len(plaintext):], g.tag(encrypted, additional, counter))
}

var errOpen = errors.New("cipher: message authentication failed")

func (g *gcm) Open(dst, nonce, ciphertext, additionalData []byte) ([]byte, error) {
	g.checkNonce(nonce)
	if len(ciphertext) < g.tagSize || uint64(len(ciphertext)) > gcmLongest+uint64(g.tagSize) {
		return nil, errOpen
	}
	n := len(ciphertext) - g.tagSize
	all, out := grow(dst, n)
	checkOutput(out, ciphertext, additionalData)
	counter := g.first(nonce)
	if subtle.ConstantTimeCompare(g.tag(ciphertext[:n], additionalData, counter), ciphertext[n:]) != 1 {
		clear(out)
		return nil, errOpen
	}
	g.crypt(out, ciphertext[:n], counter)
	return all, nil
}

// NewGCMWithRandomNonce returns Galois counter mode over AES that chooses a random nonce, and writes it before the
// ciphertext.
func NewGCMWithRandomNonce(cipher Block) (AEAD, error) {
	if _, ok := cipher.(*aes.Block); !ok {
		return nil, errors.New("cipher: NewGCMWithRandomNonce requires aes.Block")
	}
	g, err := newGCM(cipher, gcmNonce, gcmTag)
	if err != nil {
		return nil, err
	}
	return gcmWithRandomNonce{g.(*gcm)}, nil
}

type gcmWithRandomNonce struct{ g *gcm }

func (g gcmWithRandomNonce) NonceSize() int { return 0 }

func (g gcmWithRandomNonce) Overhead() int { return gcmNonce + gcmTag }

func checkNoNonce(nonce []byte) {
	if len(nonce) != 0 {
		panic("crypto/cipher: non-empty nonce passed to GCMWithRandomNonce")
	}
}

func (g gcmWithRandomNonce) Seal(dst, nonce, plaintext, additionalData []byte) []byte {
	checkNoNonce(nonce)
	all, out := grow(dst, g.Overhead()+len(plaintext))
	checkOutput(out, plaintext, additionalData)
	if alias.AnyOverlap(out, plaintext) {
		plaintext = bytes.Clone(plaintext)
	}
	rand.Read(out[:gcmNonce])
	g.g.seal(out[gcmNonce:], out[:gcmNonce], plaintext, additionalData)
	return all
}

func (g gcmWithRandomNonce) Open(dst, nonce, ciphertext, additionalData []byte) ([]byte, error) {
	checkNoNonce(nonce)
	if len(ciphertext) < g.Overhead() {
		return nil, errOpen
	}
	all, out := grow(dst, len(ciphertext)-g.Overhead())
	checkOutput(out, ciphertext, additionalData)
	if alias.AnyOverlap(out, ciphertext) {
		ciphertext = bytes.Clone(ciphertext)
	}
	if _, err := g.g.Open(out[:0], ciphertext[:gcmNonce], ciphertext[gcmNonce:], additionalData); err != nil {
		return nil, err
	}
	return all, nil
}
