package hpke

import (
	"bytes"
	"crypto/ecdh"
	"errors"
	"slices"
)

// A dhKEM makes its secret by a Diffie-Hellman exchange with an ephemeral key.
type dhKEM struct {
	id         uint16
	curve      ecdh.Curve
	kdf        *hkdfKDF
	scalarSize int
	pointSize  int
	firstByte  byte // mask of the first byte of a scalar
}

var (
	dhP256   = &dhKEM{0x10, ecdh.P256(), hkdf256, 32, 65, 0xff}
	dhP384   = &dhKEM{0x11, ecdh.P384(), hkdf384, 48, 97, 0xff}
	dhP521   = &dhKEM{0x12, ecdh.P521(), hkdf512, 66, 133, 0x01}
	dhX25519 = &dhKEM{0x20, ecdh.X25519(), hkdf256, 32, 32, 0xff}
)

// dhOf returns the KEM over a curve; nil if there is none.
func dhOf(curve ecdh.Curve) *dhKEM {
	for _, k := range []*dhKEM{dhP256, dhP384, dhP521, dhX25519} {
		if k.curve == curve {
			return k
		}
	}
	return nil
}

// unsupportedCurveKEM stands for the KEM of a curve that has none: all its methods fail.
type unsupportedCurveKEM struct{}

var errCurve = errors.New("unsupported curve")

func (unsupportedCurveKEM) ID() uint16                               { return 0 }
func (unsupportedCurveKEM) GenerateKey() (PrivateKey, error)         { return nil, errCurve }
func (unsupportedCurveKEM) NewPublicKey([]byte) (PublicKey, error)   { return nil, errCurve }
func (unsupportedCurveKEM) NewPrivateKey([]byte) (PrivateKey, error) { return nil, errCurve }
func (unsupportedCurveKEM) DeriveKeyPair([]byte) (PrivateKey, error) { return nil, errCurve }
func (unsupportedCurveKEM) encapsulatedSize() int                    { return 0 }

// DHKEM returns the KEM over P-256, P-384, P-521 or X25519.
func DHKEM(curve ecdh.Curve) KEM {
	if k := dhOf(curve); k != nil {
		return k
	}
	return unsupportedCurveKEM{}
}

func (k *dhKEM) ID() uint16 { return k.id }

func (k *dhKEM) encapsulatedSize() int { return k.pointSize }

func (k *dhKEM) GenerateKey() (PrivateKey, error) { return k.private(k.curve.GenerateKey(nil)) }

func (k *dhKEM) NewPrivateKey(key []byte) (PrivateKey, error) {
	return k.private(k.curve.NewPrivateKey(key))
}

func (k *dhKEM) private(key *ecdh.PrivateKey, err error) (PrivateKey, error) {
	if err != nil {
		return nil, err
	}
	return &dhKEMPrivateKey{k, key}, nil
}

func (k *dhKEM) NewPublicKey(key []byte) (PublicKey, error) {
	point, err := k.curve.NewPublicKey(key)
	if err != nil {
		return nil, err
	}
	return &dhKEMPublicKey{k, point}, nil
}

func (k *dhKEM) DeriveKeyPair(ikm []byte) (PrivateKey, error) {
	c := &chain{hkdfKDF: k.kdf, suite: kemSuite(k.id)}
	prk := c.extract(nil, "dkp_prk", ikm)
	if k == dhX25519 {
		scalar := c.expand(prk, "sk", nil, k.scalarSize)
		if c.err != nil {
			return nil, c.err
		}
		return k.NewPrivateKey(scalar)
	}
	// A candidate must be below the order of the curve; the first one hardly ever is not.
	for candidate := range 256 {
		scalar := c.expand(prk, "candidate", []byte{byte(candidate)}, k.scalarSize)
		if c.err != nil {
			return nil, c.err
		}
		scalar[0] &= k.firstByte
		if key, err := k.NewPrivateKey(scalar); err == nil {
			return key, nil
		}
	}
	return nil, errors.New("all 256 candidates for a scalar are too large")
}

// secret derives the secret of the KEM from the secret of the Diffie-Hellman exchange.
func (k *dhKEM) secret(shared, enc, public []byte) ([]byte, error) {
	c := &chain{hkdfKDF: k.kdf, suite: kemSuite(k.id)}
	prk := c.extract(nil, "eae_prk", shared)
	secret := c.expand(prk, "shared_secret", slices.Concat(enc, public), k.kdf.size)
	return secret, c.err
}

type dhKEMPublicKey struct {
	kem   *dhKEM
	point *ecdh.PublicKey
}

// NewDHKEMPublicKey returns the public key of DHKEM for a key of package ecdh.
func NewDHKEMPublicKey(pub *ecdh.PublicKey) (PublicKey, error) {
	k := dhOf(pub.Curve())
	if k == nil {
		return nil, errCurve
	}
	return &dhKEMPublicKey{k, pub}, nil
}

func (p *dhKEMPublicKey) KEM() KEM { return p.kem }

func (p *dhKEMPublicKey) Bytes() []byte { return p.point.Bytes() }

func (p *dhKEMPublicKey) encapsulate() (secret, enc []byte, err error) {
	once, err := p.kem.curve.GenerateKey(nil)
	if err != nil {
		return nil, nil, err
	}
	shared, err := once.ECDH(p.point)
	if err != nil {
		return nil, nil, err
	}
	enc = once.PublicKey().Bytes()
	secret, err = p.kem.secret(shared, enc, p.Bytes())
	return secret, enc, err
}

type dhKEMPrivateKey struct {
	kem *dhKEM
	key ecdh.KeyExchanger
}

// NewDHKEMPrivateKey returns the private key of DHKEM for a key of package ecdh, or for another ecdh.KeyExchanger.
func NewDHKEMPrivateKey(priv ecdh.KeyExchanger) (PrivateKey, error) {
	k := dhOf(priv.Curve())
	if k == nil {
		return nil, errCurve
	}
	return &dhKEMPrivateKey{k, priv}, nil
}

func (p *dhKEMPrivateKey) KEM() KEM { return p.kem }

func (p *dhKEMPrivateKey) Bytes() ([]byte, error) {
	key, ok := p.key.(*ecdh.PrivateKey)
	if !ok {
		return nil, errors.New("ecdh: private key does not support Bytes")
	}
	scalar := key.Bytes()
	if p.kem == dhX25519 {
		scalar[0] &= 0xf8
		scalar[31] = scalar[31]&0x3f | 0x40
	}
	return scalar, nil
}

func (p *dhKEMPrivateKey) PublicKey() PublicKey { return &dhKEMPublicKey{p.kem, p.key.PublicKey()} }

func (p *dhKEMPrivateKey) decapsulate(enc []byte) ([]byte, error) {
	point, err := p.kem.curve.NewPublicKey(enc)
	if err != nil {
		return nil, err
	}
	shared, err := p.key.ECDH(point)
	if err != nil {
		return nil, err
	}
	return p.kem.secret(shared, bytes.Clone(enc), p.key.PublicKey().Bytes())
}
