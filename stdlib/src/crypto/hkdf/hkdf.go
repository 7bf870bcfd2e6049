// Package hkdf derives keys from a secret by HMAC (RFC 5869).
package hkdf

import (
	"crypto/hmac"
	"errors"
	"hash"
)

// mac returns HMAC with the hash functions of h.
func mac[H hash.Hash](h func() H, key []byte) hash.Hash {
	return hmac.New(func() hash.Hash { return h() }, key)
}

// Extract returns a key that is as random as the secret is, and as long as the hash. The salt need not be secret; nil
// stands for a salt of zeros.
func Extract[H hash.Hash](h func() H, secret, salt []byte) ([]byte, error) {
	if salt == nil {
		salt = make([]byte, h().Size())
	}
	m := mac(h, salt)
	m.Write(secret)
	return m.Sum(nil), nil
}

// Expand derives a key of any length, up to 255 hashes, from a key of Extract. Another info gives another key.
func Expand[H hash.Hash](h func() H, pseudorandomKey []byte, info string, keyLength int) ([]byte, error) {
	if keyLength > 255*h().Size() {
		return nil, errors.New("hkdf: requested key length too large")
	}
	key := make([]byte, 0, keyLength)
	m := mac(h, pseudorandomKey)
	var block []byte
	for number := byte(1); len(key) < keyLength; number++ {
		m.Reset()
		m.Write(block)
		m.Write([]byte(info))
		m.Write([]byte{number})
		block = m.Sum(block[:0])
		key = append(key, block[:min(len(block), keyLength-len(key))]...)
	}
	return key, nil
}

// Key calls Extract, and Expand with the result.
func Key[Hash hash.Hash](h func() Hash, secret, salt []byte, info string, keyLength int) ([]byte, error) {
	if keyLength > 255*h().Size() {
		return nil, errors.New("hkdf: requested key length too large")
	}
	key, err := Extract(h, secret, salt)
	if err != nil {
		return nil, err
	}
	return Expand(h, key, info, keyLength)
}
