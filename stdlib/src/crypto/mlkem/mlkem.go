// Package mlkem implements the key encapsulation mechanism ML-KEM (FIPS 203), which should resist quantum computers.
package mlkem

import (
	"crypto"
	"crypto/rand"
	"errors"
)

// Lengths in bytes: of the shared key, of the seed of a decapsulation key, and of ciphertexts and public keys.
const (
	SharedKeySize            = 32
	SeedSize                 = 64
	CiphertextSize768        = 1088
	EncapsulationKeySize768  = 1184
	CiphertextSize1024       = 1568
	EncapsulationKeySize1024 = 1568
)

// publicKey returns the encapsulation key that belongs to a seed. The set of parameters is 768 or 1024.
func publicKey(set int, seed []byte) []byte

// isKey reports whether an encapsulation key of the right length is valid.
func isKey(set int, key []byte) bool

// encapsulate makes a shared key and its ciphertext from 32 random bytes; it returns the key and then the ciphertext
// in one slice.
func encapsulate(set int, key, random []byte) []byte

// decapsulate returns the shared key of a ciphertext of the right length.
func decapsulate(set int, seed, ciphertext []byte) []byte

func newSeed() []byte {
	seed := make([]byte, SeedSize)
	rand.Read(seed)
	return seed
}

// newPublic checks a seed, and returns a copy of it and the encapsulation key.
func newPublic(set int, seed []byte) (own, public []byte, err error) {
	if len(seed) != SeedSize {
		return nil, nil, errors.New("mlkem: invalid seed length")
	}
	own = append([]byte(nil), seed...)
	return own, publicKey(set, own), nil
}

func checkKey(set int, key []byte, size int) ([]byte, error) {
	if len(key) != size {
		return nil, errors.New("mlkem: invalid encapsulation key length")
	}
	key = append([]byte(nil), key...)
	if !isKey(set, key) {
		return nil, errors.New("mlkem: invalid polynomial encoding")
	}
	return key, nil
}

func shared(set int, key []byte) (sharedKey, ciphertext []byte) {
	random := make([]byte, 32)
	rand.Read(random)
	both := encapsulate(set, key, random)
	return both[:SharedKeySize:SharedKeySize], both[SharedKeySize:]
}

func opened(set int, seed, ciphertext []byte, size int) ([]byte, error) {
	if len(ciphertext) != size {
		return nil, errors.New("mlkem: invalid ciphertext length")
	}
	return decapsulate(set, seed, ciphertext), nil
}

func clone(b []byte) []byte { return append([]byte(nil), b...) }

// A DecapsulationKey768 is a private key of ML-KEM-768.
type DecapsulationKey768 struct{ seed, public []byte }

// GenerateKey768 returns a new key.
func GenerateKey768() (*DecapsulationKey768, error) { return NewDecapsulationKey768(newSeed()) }

// NewDecapsulationKey768 returns the key of a seed of SeedSize random bytes.
func NewDecapsulationKey768(seed []byte) (*DecapsulationKey768, error) {
	own, public, err := newPublic(768, seed)
	if err != nil {
		return nil, err
	}
	return &DecapsulationKey768{own, public}, nil
}

// Bytes returns the seed.
func (dk *DecapsulationKey768) Bytes() []byte { return clone(dk.seed) }

// Decapsulate returns the shared key of a ciphertext. A ciphertext that was not made for this key gives a key that
// nobody else knows.
func (dk *DecapsulationKey768) Decapsulate(ciphertext []byte) (sharedKey []byte, err error) {
	return opened(768, dk.seed, ciphertext, CiphertextSize768)
}

// EncapsulationKey returns the public key.
func (dk *DecapsulationKey768) EncapsulationKey() *EncapsulationKey768 {
	return &EncapsulationKey768{dk.public}
}

// Encapsulator returns the public key, for crypto.Decapsulator.
func (dk *DecapsulationKey768) Encapsulator() crypto.Encapsulator { return dk.EncapsulationKey() }

// An EncapsulationKey768 is a public key of ML-KEM-768.
type EncapsulationKey768 struct{ key []byte }

// NewEncapsulationKey768 decodes a public key.
func NewEncapsulationKey768(encapsulationKey []byte) (*EncapsulationKey768, error) {
	key, err := checkKey(768, encapsulationKey, EncapsulationKeySize768)
	if err != nil {
		return nil, err
	}
	return &EncapsulationKey768{key}, nil
}

// Bytes returns the encoding of the key.
func (ek *EncapsulationKey768) Bytes() []byte { return clone(ek.key) }

// Encapsulate returns a new shared key, and the ciphertext from which the private key recovers it.
func (ek *EncapsulationKey768) Encapsulate() (sharedKey, ciphertext []byte) {
	return shared(768, ek.key)
}

// A DecapsulationKey1024 is a private key of ML-KEM-1024.
type DecapsulationKey1024 struct{ seed, public []byte }

// GenerateKey1024 returns a new key.
func GenerateKey1024() (*DecapsulationKey1024, error) { return NewDecapsulationKey1024(newSeed()) }

// NewDecapsulationKey1024 returns the key of a seed of SeedSize random bytes.
func NewDecapsulationKey1024(seed []byte) (*DecapsulationKey1024, error) {
	own, public, err := newPublic(1024, seed)
	if err != nil {
		return nil, err
	}
	return &DecapsulationKey1024{own, public}, nil
}

// Bytes returns the seed.
func (dk *DecapsulationKey1024) Bytes() []byte { return clone(dk.seed) }

// Decapsulate returns the shared key of a ciphertext. A ciphertext that was not made for this key gives a key that
// nobody else knows.
func (dk *DecapsulationKey1024) Decapsulate(ciphertext []byte) (sharedKey []byte, err error) {
	return opened(1024, dk.seed, ciphertext, CiphertextSize1024)
}

// EncapsulationKey returns the public key.
func (dk *DecapsulationKey1024) EncapsulationKey() *EncapsulationKey1024 {
	return &EncapsulationKey1024{dk.public}
}

// Encapsulator returns the public key, for crypto.Decapsulator.
func (dk *DecapsulationKey1024) Encapsulator() crypto.Encapsulator { return dk.EncapsulationKey() }

// An EncapsulationKey1024 is a public key of ML-KEM-1024.
type EncapsulationKey1024 struct{ key []byte }

// NewEncapsulationKey1024 decodes a public key.
func NewEncapsulationKey1024(encapsulationKey []byte) (*EncapsulationKey1024, error) {
	key, err := checkKey(1024, encapsulationKey, EncapsulationKeySize1024)
	if err != nil {
		return nil, err
	}
	return &EncapsulationKey1024{key}, nil
}

// Bytes returns the encoding of the key.
func (ek *EncapsulationKey1024) Bytes() []byte { return clone(ek.key) }

// Encapsulate returns a new shared key, and the ciphertext from which the private key recovers it.
func (ek *EncapsulationKey1024) Encapsulate() (sharedKey, ciphertext []byte) {
	return shared(1024, ek.key)
}
