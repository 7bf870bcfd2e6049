// Package ecdh implements Diffie-Hellman key exchange over NIST's curves and X25519.
package ecdh

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"internal/ec"
	"io"
)

// A Curve makes keys.
type Curve interface {
	GenerateKey(rand io.Reader) (*PrivateKey, error)
	NewPrivateKey(key []byte) (*PrivateKey, error)
	NewPublicKey(key []byte) (*PublicKey, error)
	// Only this package implements the interface.
	ecdh(local *PrivateKey, remote *PublicKey) ([]byte, error)
}

// A KeyExchanger has a private key, which may lie in another process or device.
type KeyExchanger interface {
	PublicKey() *PublicKey
	Curve() Curve
	ECDH(*PublicKey) ([]byte, error)
}

// A PublicKey is a point of the curve.
type PublicKey struct {
	curve Curve
	key   []byte
}

// Bytes returns the encoding of the key.
func (k *PublicKey) Bytes() []byte { return bytes.Clone(k.key) }

// Equal reports whether both keys are the same.
func (k *PublicKey) Equal(x crypto.PublicKey) bool {
	other, ok := x.(*PublicKey)
	return ok && k.curve == other.curve && subtle.ConstantTimeCompare(k.key, other.key) == 1
}

// Curve returns the curve of the key.
func (k *PublicKey) Curve() Curve { return k.curve }

// A PrivateKey is a scalar of the curve.
type PrivateKey struct {
	curve  Curve
	key    []byte
	public *PublicKey
}

// ECDH returns the secret that both sides share.
func (k *PrivateKey) ECDH(remote *PublicKey) ([]byte, error) {
	if k.curve != remote.curve {
		return nil, errors.New("crypto/ecdh: private key and public key curves do not match")
	}
	return k.curve.ecdh(k, remote)
}

// Bytes returns the encoding of the key.
func (k *PrivateKey) Bytes() []byte { return bytes.Clone(k.key) }

// Equal reports whether both keys are the same.
func (k *PrivateKey) Equal(x crypto.PrivateKey) bool {
	other, ok := x.(*PrivateKey)
	return ok && k.curve == other.curve && subtle.ConstantTimeCompare(k.key, other.key) == 1
}

// Curve returns the curve of the key.
func (k *PrivateKey) Curve() Curve { return k.curve }

// PublicKey returns the public key that belongs to the private key.
func (k *PrivateKey) PublicKey() *PublicKey { return k.public }

// Public is PublicKey as an any.
func (k *PrivateKey) Public() crypto.PublicKey { return k.public }

type nist struct {
	name       string
	bits, size int
}

var (
	p256   = &nist{"P-256", 256, 32}
	p384   = &nist{"P-384", 384, 48}
	p521   = &nist{"P-521", 521, 66}
	theX25 = &x25519{}
)

// P256 returns P-256.
func P256() Curve { return p256 }

// P384 returns P-384.
func P384() Curve { return p384 }

// P521 returns P-521.
func P521() Curve { return p521 }

// X25519 returns the function of RFC 7748.
func X25519() Curve { return theX25 }

func (c *nist) String() string { return c.name }

func (c *nist) GenerateKey(io.Reader) (*PrivateKey, error) {
	key := make([]byte, c.size)
	for {
		rand.Read(key)
		if c.bits == 521 {
			key[0] &= 1
		}
		// Go changes this byte in the same way, so that the same source of random bytes makes the same keys.
		key[1] ^= 0x42
		if k, err := c.NewPrivateKey(key); err == nil {
			return k, nil
		}
	}
}

func (c *nist) NewPrivateKey(key []byte) (*PrivateKey, error) {
	if len(key) != c.size {
		return nil, errors.New("crypto/ecdh: invalid private key")
	}
	point := ec.Multiply(c.bits, nil, key)
	if point == nil {
		return nil, errors.New("crypto/ecdh: invalid private key")
	}
	return &PrivateKey{c, bytes.Clone(key), &PublicKey{c, point}}, nil
}

func (c *nist) NewPublicKey(key []byte) (*PublicKey, error) {
	// Only uncompressed points are valid.
	if len(key) == 0 || key[0] != 4 {
		return nil, errors.New("crypto/ecdh: invalid public key")
	}
	if err := ec.CheckUncompressed(c.bits, key); err != nil {
		return nil, err
	}
	return &PublicKey{c, bytes.Clone(key)}, nil
}

func (c *nist) ecdh(local *PrivateKey, remote *PublicKey) ([]byte, error) {
	point := ec.Multiply(c.bits, remote.key, local.key)
	if point == nil {
		return nil, errors.New("crypto/ecdh: the result is the point at infinity")
	}
	return point[1 : 1+c.size], nil
}

type x25519 struct{ _ byte }

func (c *x25519) String() string { return "X25519" }

func (c *x25519) GenerateKey(io.Reader) (*PrivateKey, error) {
	key := make([]byte, 32)
	rand.Read(key)
	return c.NewPrivateKey(key)
}

func (c *x25519) NewPrivateKey(key []byte) (*PrivateKey, error) {
	if len(key) != 32 {
		return nil, errors.New("crypto/ecdh: invalid private key size")
	}
	return &PrivateKey{c, bytes.Clone(key), &PublicKey{c, ec.X25519(key, nil)}}, nil
}

func (c *x25519) NewPublicKey(key []byte) (*PublicKey, error) {
	if len(key) != 32 {
		return nil, errors.New("crypto/ecdh: invalid public key")
	}
	return &PublicKey{c, bytes.Clone(key)}, nil
}

func (c *x25519) ecdh(local *PrivateKey, remote *PublicKey) ([]byte, error) {
	out := ec.X25519(local.key, remote.key)
	if subtle.ConstantTimeCompare(out, make([]byte, 32)) == 1 {
		return nil, errors.New("crypto/ecdh: bad X25519 remote ECDH input: low order point")
	}
	return out, nil
}
