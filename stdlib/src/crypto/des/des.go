// Package des implements the block ciphers DES and Triple DES. Both ciphers are too weak for new programs.
package des

import (
	"crypto/cipher"
	"internal/alias"
	"strconv"
)

// BlockSize is the block size of DES in bytes.
const BlockSize = 8

// A KeySizeError is an invalid length of a key.
type KeySizeError int

func (k KeySizeError) Error() string { return "crypto/des: invalid key size " + strconv.Itoa(int(k)) }

// encrypt encrypts each block of data with a key of 8 or 24 bytes.
func encrypt(key, data []byte)

// decrypt decrypts each block of data.
func decrypt(key, data []byte)

// A block is a cipher with its key.
type block struct{ key []byte }

// NewCipher returns DES with a key of 8 bytes.
func NewCipher(key []byte) (cipher.Block, error) { return newBlock(key, 8) }

// NewTripleDESCipher returns Triple DES with a key of 24 bytes.
func NewTripleDESCipher(key []byte) (cipher.Block, error) { return newBlock(key, 24) }

func newBlock(key []byte, size int) (cipher.Block, error) {
	if len(key) != size {
		return nil, KeySizeError(len(key))
	}
	return &block{append([]byte(nil), key...)}, nil
}

func (b *block) BlockSize() int { return BlockSize }

func check(dst, src []byte) {
	if len(src) < BlockSize {
		panic("crypto/des: input not full block")
	}
	if len(dst) < BlockSize {
		panic("crypto/des: output not full block")
	}
	if alias.InexactOverlap(dst[:BlockSize], src[:BlockSize]) {
		panic("crypto/des: invalid buffer overlap")
	}
}

func (b *block) Encrypt(dst, src []byte) {
	check(dst, src)
	copy(dst, src[:BlockSize])
	encrypt(b.key, dst[:BlockSize])
}

func (b *block) Decrypt(dst, src []byte) {
	check(dst, src)
	copy(dst, src[:BlockSize])
	decrypt(b.key, dst[:BlockSize])
}
