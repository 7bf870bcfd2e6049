package hpke

import (
	"crypto/aes"
	"crypto/cipher"
	"errors"
	"fmt"
	"slices"
)

// An AEAD encrypts the messages.
type AEAD interface {
	// ID returns the number that the AEAD has in the registry of HPKE.
	ID() uint16
	// sizes returns the lengths of the key and of a nonce.
	sizes() (key, nonce int)
	// withKey returns the cipher with a key; nil if the AEAD has none.
	withKey(key []byte) (cipher.AEAD, error)
}

type aead struct {
	id         uint16
	key, nonce int
	new        func(key []byte) (cipher.AEAD, error)
}

func (a *aead) ID() uint16 { return a.id }

func (a *aead) sizes() (key, nonce int) { return a.key, a.nonce }

func (a *aead) withKey(key []byte) (cipher.AEAD, error) { return a.new(key) }

func newGCM(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

var (
	aes128 = &aead{1, 16, 12, newGCM}
	aes256 = &aead{2, 32, 12, newGCM}
	chaCha = &aead{3, 32, 12, func(key []byte) (cipher.AEAD, error) { return chaChaPoly(key), nil }}
	none   = &aead{0xffff, 0, 0, func([]byte) (cipher.AEAD, error) { return nil, nil }}
)

// AES128GCM returns AES-128 in Galois counter mode.
func AES128GCM() AEAD { return aes128 }

// AES256GCM returns AES-256 in Galois counter mode.
func AES256GCM() AEAD { return aes256 }

// ChaCha20Poly1305 returns the AEAD of RFC 8439.
func ChaCha20Poly1305() AEAD { return chaCha }

// ExportOnly returns an AEAD that only exports secrets, and encrypts nothing.
func ExportOnly() AEAD { return none }

// NewAEAD returns the AEAD with this number in the registry.
func NewAEAD(id uint16) (AEAD, error) {
	for _, a := range []*aead{aes128, aes256, chaCha, none} {
		if a.id == id {
			return a, nil
		}
	}
	return nil, fmt.Errorf("unsupported AEAD %04x", id)
}

// chaChaPoly is the AEAD ChaCha20-Poly1305 with a key.
type chaChaPoly []byte

const chaChaTag = 16

// chaChaSeal returns the ciphertext and its tag.
func chaChaSeal(key, nonce, plaintext, additional []byte) []byte

// chaChaOpen returns the plaintext of a ciphertext with its tag, and whether it is authentic.
func chaChaOpen(key, nonce, ciphertext, additional []byte) (plaintext []byte, ok bool)

func (chaChaPoly) NonceSize() int { return chaCha.nonce }

func (chaChaPoly) Overhead() int { return chaChaTag }

func (key chaChaPoly) Seal(dst, nonce, plaintext, additional []byte) []byte {
	return slices.Concat(dst, chaChaSeal(key, nonce, plaintext, additional))
}

func (key chaChaPoly) Open(dst, nonce, ciphertext, additional []byte) ([]byte, error) {
	plaintext, ok := chaChaOpen(key, nonce, ciphertext, additional)
	if !ok {
		return nil, errors.New("chacha20poly1305: message authentication failed")
	}
	return slices.Concat(dst, plaintext), nil
}
