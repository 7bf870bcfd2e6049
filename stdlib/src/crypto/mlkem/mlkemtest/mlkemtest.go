// Package mlkemtest has ML-KEM's encapsulation with given random bytes, for tests with known answers.
package mlkemtest

import (
	"crypto/mlkem"
	"errors"
)

// randomSize is how many random bytes an encapsulation needs.
const randomSize = 32

// encapsulate makes a shared key and its ciphertext from 32 random bytes; it returns the key and then the ciphertext.
func encapsulate(set int, key, random []byte) []byte

func split(both []byte) (sharedKey, ciphertext []byte, err error) {
	return both[:mlkem.SharedKeySize:mlkem.SharedKeySize], both[mlkem.SharedKeySize:], nil
}

// Encapsulate768 returns the shared key and the ciphertext that ek makes from 32 random bytes.
func Encapsulate768(ek *mlkem.EncapsulationKey768, random []byte) (sharedKey, ciphertext []byte, err error) {
	if len(random) != randomSize {
		return nil, nil, errors.New("mlkemtest: Encapsulate768: random must be 32 bytes")
	}
	return split(encapsulate(768, ek.Bytes(), random))
}

// Encapsulate1024 returns the shared key and the ciphertext that ek makes from 32 random bytes.
func Encapsulate1024(ek *mlkem.EncapsulationKey1024, random []byte) (sharedKey, ciphertext []byte, err error) {
	if len(random) != randomSize {
		return nil, nil, errors.New("mlkemtest: Encapsulate1024: random must be 32 bytes")
	}
	return split(encapsulate(1024, ek.Bytes(), random))
}
