// Package aes implements the block cipher AES, and modes that are faster because one call handles many blocks.
package aes

import "internal/alias"

// BlockSize is the block size of AES in bytes.
const BlockSize = 16

// A Block is an AES cipher with a key.
type Block struct{ key []byte }

// New returns an AES cipher with a copy of the key, which has 16, 24 or 32 bytes.
func New(key []byte) *Block { return &Block{append([]byte(nil), key...)} }

// encryptBlocks encrypts each block of data.
func encryptBlocks(key, data []byte)

// decryptBlocks decrypts each block of data.
func decryptBlocks(key, data []byte)

// encryptChain encrypts data in cipher block chaining; it sets iv to the last encrypted block.
func encryptChain(key, iv, data []byte)

// decryptChain decrypts data in cipher block chaining; it sets iv to the last encrypted block.
func decryptChain(key, iv, data []byte)

// counterStream xors data with a key stream in counter mode that begins with the block iv; it skips the stream's first
// bytes. If narrow is set, only the counter's last 32 bits are incremented.
func counterStream(key, iv, data []byte, from uint64, narrow bool)

// BlockSize returns the block size of AES.
func (b *Block) BlockSize() int { return BlockSize }

func check(dst, src []byte) {
	if len(src) < BlockSize {
		panic("crypto/aes: input not full block")
	}
	if len(dst) < BlockSize {
		panic("crypto/aes: output not full block")
	}
	if alias.InexactOverlap(dst[:BlockSize], src[:BlockSize]) {
		panic("crypto/aes: invalid buffer overlap")
	}
}

// Encrypt encrypts the first block of src.
func (b *Block) Encrypt(dst, src []byte) {
	check(dst, src)
	copy(dst, src[:BlockSize])
	encryptBlocks(b.key, dst[:BlockSize])
}

// Decrypt decrypts the first block of src.
func (b *Block) Decrypt(dst, src []byte) {
	check(dst, src)
	copy(dst, src[:BlockSize])
	decryptBlocks(b.key, dst[:BlockSize])
}

// Counter xors src with a part of the key stream in which only the last 32 bits of the counter are incremented.
func (b *Block) Counter(dst, src, iv []byte, from uint64) {
	n := copy(dst, src)
	counterStream(b.key, iv, dst[:n], from, true)
}

// chain is the state of cipher block chaining.
type chain struct {
	b  *Block
	iv []byte
}

func (c *chain) BlockSize() int { return BlockSize }

func (c *chain) SetIV(iv []byte) {
	if len(iv) != len(c.iv) {
		panic("cipher: incorrect length IV")
	}
	copy(c.iv, iv)
}

func prepare(dst, src []byte) []byte {
	if len(src)%BlockSize != 0 {
		panic("crypto/cipher: input not full blocks")
	}
	if len(dst) < len(src) {
		panic("crypto/cipher: output smaller than input")
	}
	if alias.InexactOverlap(dst[:len(src)], src) {
		panic("crypto/cipher: invalid buffer overlap")
	}
	return dst[:copy(dst, src)]
}

// A CBCEncrypter encrypts in cipher block chaining.
type CBCEncrypter struct{ chain }

// NewCBCEncrypter returns an encrypter that begins with a block as initialization vector.
func NewCBCEncrypter(b *Block, iv []byte) *CBCEncrypter {
	return &CBCEncrypter{chain{b, append([]byte(nil), iv...)}}
}

// CryptBlocks encrypts whole blocks.
func (c *CBCEncrypter) CryptBlocks(dst, src []byte) { encryptChain(c.b.key, c.iv, prepare(dst, src)) }

// A CBCDecrypter decrypts in cipher block chaining.
type CBCDecrypter struct{ chain }

// NewCBCDecrypter returns a decrypter that begins with a block as initialization vector.
func NewCBCDecrypter(b *Block, iv []byte) *CBCDecrypter {
	return &CBCDecrypter{chain{b, append([]byte(nil), iv...)}}
}

// CryptBlocks decrypts whole blocks.
func (c *CBCDecrypter) CryptBlocks(dst, src []byte) { decryptChain(c.b.key, c.iv, prepare(dst, src)) }

// A CTR is the key stream of the counter mode.
type CTR struct {
	b    *Block
	iv   []byte
	from uint64
}

// NewCTR returns a stream that begins with the counter iv.
func NewCTR(b *Block, iv []byte) *CTR {
	if len(iv) != BlockSize {
		panic("bad IV length")
	}
	return &CTR{b: b, iv: append([]byte(nil), iv...)}
}

// XORKeyStream xors src with the next bytes of the stream.
func (c *CTR) XORKeyStream(dst, src []byte) {
	if len(dst) < len(src) {
		panic("crypto/aes: len(dst) < len(src)")
	}
	if dst = dst[:len(src)]; alias.InexactOverlap(dst, src) {
		panic("crypto/aes: invalid buffer overlap")
	}
	copy(dst, src)
	counterStream(c.b.key, c.iv, dst, c.from, false)
	c.from += uint64(len(src))
}
