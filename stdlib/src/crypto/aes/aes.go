// Package aes implements the block cipher AES.
package aes

import (
	"crypto/cipher"
	"internal/aes"
	"strconv"
)

// BlockSize is the block size of AES in bytes.
const BlockSize = 16

// A KeySizeError is an invalid length of a key for AES.
type KeySizeError int

func (k KeySizeError) Error() string { return "crypto/aes: invalid key size " + strconv.Itoa(int(k)) }

// NewCipher returns an AES cipher with a key of 16, 24 or 32 bytes.
func NewCipher(key []byte) (cipher.Block, error) {
	switch len(key) {
	case 16, 24, 32:
		return aes.New(key), nil
	}
	return nil, KeySizeError(len(key))
}
