// Package pbkdf2 derives keys from passwords by many rounds of HMAC (RFC 8018), so that trying passwords takes long.
package pbkdf2

import (
	"crypto/hmac"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"hash"
)

// Key derives a key of keyLength bytes from a password and a salt. iter is the number of rounds, at least one.
func Key[Hash hash.Hash](h func() Hash, password string, salt []byte, iter, keyLength int) ([]byte, error) {
	if keyLength <= 0 {
		return nil, errors.New("pbkdf2: keyLength must be larger than 0")
	}
	m := hmac.New(func() hash.Hash { return h() }, []byte(password))
	size := m.Size()
	// The blocks have 32-bit numbers.
	if int64(keyLength) > (1<<32-1)*int64(size) {
		return nil, errors.New("pbkdf2: keyLength too long")
	}
	key := make([]byte, 0, (keyLength+size-1)/size*size)
	for block := uint32(1); len(key) < keyLength; block++ {
		m.Reset()
		m.Write(salt)
		m.Write(binary.BigEndian.AppendUint32(nil, block))
		round := m.Sum(nil)
		key = append(key, round...)
		sum := key[len(key)-size:]
		for range iter - 1 {
			m.Reset()
			m.Write(round)
			round = m.Sum(round[:0])
			subtle.XORBytes(sum, sum, round)
		}
	}
	return key[:keyLength], nil
}
