// Package hmac computes message authentication codes from a key and a hash function.
package hmac

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"hash"
)

type hmac struct {
	inner, outer       hash.Hash
	innerPad, outerPad []byte
}

// New returns the HMAC with the hash functions that h makes.
func New(h func() hash.Hash, key []byte) hash.Hash {
	m := &hmac{inner: h(), outer: h()}
	if m.inner == m.outer {
		panic("crypto/hmac: hash generation function does not produce unique values")
	}
	size := m.inner.BlockSize()
	if len(key) > size {
		m.outer.Write(key)
		key = m.outer.Sum(nil)
	}
	m.innerPad, m.outerPad = make([]byte, size), make([]byte, size)
	copy(m.innerPad, key)
	copy(m.outerPad, key)
	for i := range size {
		m.innerPad[i] ^= 0x36
		m.outerPad[i] ^= 0x5c
	}
	m.Reset()
	return m
}

func (m *hmac) Write(p []byte) (int, error) { return m.inner.Write(p) }
func (m *hmac) Size() int                   { return m.outer.Size() }
func (m *hmac) BlockSize() int              { return m.inner.BlockSize() }

func (m *hmac) Reset() {
	m.inner.Reset()
	m.inner.Write(m.innerPad)
}

func (m *hmac) Sum(in []byte) []byte {
	m.outer.Reset()
	m.outer.Write(m.outerPad)
	m.outer.Write(m.inner.Sum(nil))
	return m.outer.Sum(in)
}

// Clone copies the state, if the hash function can do that.
func (m *hmac) Clone() (hash.Cloner, error) {
	inner, err := cloned(m.inner)
	if err != nil {
		return nil, err
	}
	outer, err := cloned(m.outer)
	if err != nil {
		return nil, err
	}
	return &hmac{inner, outer, m.innerPad, m.outerPad}, nil
}

func cloned(h hash.Hash) (hash.Hash, error) {
	c, ok := h.(hash.Cloner)
	if !ok {
		return nil, fmt.Errorf("crypto/hmac: hash does not support hash.Cloner: %w", errors.ErrUnsupported)
	}
	return c.Clone()
}

// Equal compares codes in a time that does not depend on where they differ.
func Equal(mac1, mac2 []byte) bool { return subtle.ConstantTimeCompare(mac1, mac2) == 1 }
