package hpke

import (
	"crypto"
	"crypto/mlkem"
	"errors"
)

// An mlkemKEM is ML-KEM alone, not in a hybrid.
type mlkemKEM struct {
	id         uint16
	sealedSize int
	publicSize int
	newPublic  func([]byte) (crypto.Encapsulator, error)
	newPrivate func(seed []byte) (crypto.Decapsulator, error)
	generate   func() (crypto.Decapsulator, error)
}

var (
	pq768 = &mlkemKEM{
		0x41, mlkem.CiphertextSize768, mlkem.EncapsulationKeySize768,
		func(b []byte) (crypto.Encapsulator, error) {
			return found[crypto.Encapsulator](mlkem.NewEncapsulationKey768(b))
		},
		func(b []byte) (crypto.Decapsulator, error) {
			return found[crypto.Decapsulator](mlkem.NewDecapsulationKey768(b))
		},
		func() (crypto.Decapsulator, error) { return found[crypto.Decapsulator](mlkem.GenerateKey768()) },
	}
	pq1024 = &mlkemKEM{
		0x42, mlkem.CiphertextSize1024, mlkem.EncapsulationKeySize1024,
		func(b []byte) (crypto.Encapsulator, error) {
			return found[crypto.Encapsulator](mlkem.NewEncapsulationKey1024(b))
		},
		func(b []byte) (crypto.Decapsulator, error) {
			return found[crypto.Decapsulator](mlkem.NewDecapsulationKey1024(b))
		},
		func() (crypto.Decapsulator, error) { return found[crypto.Decapsulator](mlkem.GenerateKey1024()) },
	}
)

// found converts a key to the interface I; with an error it returns a nil interface.
func found[I any](key I, err error) (none I, _ error) {
	if err != nil {
		return none, err
	}
	return key, nil
}

// mlkemOf returns the KEM of a public key; nil if the key is not of package mlkem.
func mlkemOf(key crypto.Encapsulator) *mlkemKEM {
	switch key.(type) {
	case *mlkem.EncapsulationKey768:
		return pq768
	case *mlkem.EncapsulationKey1024:
		return pq1024
	}
	return nil
}

// MLKEM768 returns ML-KEM-768.
func MLKEM768() KEM { return pq768 }

// MLKEM1024 returns ML-KEM-1024.
func MLKEM1024() KEM { return pq1024 }

func (k *mlkemKEM) ID() uint16 { return k.id }

func (k *mlkemKEM) encapsulatedSize() int { return k.sealedSize }

func (k *mlkemKEM) GenerateKey() (PrivateKey, error) { return k.private(k.generate()) }

func (k *mlkemKEM) NewPrivateKey(seed []byte) (PrivateKey, error) {
	return k.private(k.newPrivate(seed))
}

func (k *mlkemKEM) private(key crypto.Decapsulator, err error) (PrivateKey, error) {
	if err != nil {
		return nil, err
	}
	return &mlkemPrivateKey{k, key}, nil
}

func (k *mlkemKEM) NewPublicKey(b []byte) (PublicKey, error) {
	key, err := k.newPublic(b)
	if err != nil {
		return nil, err
	}
	return &mlkemPublicKey{k, key}, nil
}

// deriveSeed makes the seed of a key from a secret of any length.
func deriveSeed(kem uint16, ikm []byte, length int) []byte {
	return shake256.derive(kemSuite(kem), ikm, "DeriveKeyPair", nil, length)
}

func (k *mlkemKEM) DeriveKeyPair(ikm []byte) (PrivateKey, error) {
	return k.NewPrivateKey(deriveSeed(k.id, ikm, mlkem.SeedSize))
}

type mlkemPublicKey struct {
	kem *mlkemKEM
	key crypto.Encapsulator
}

var errKeyType = errors.New("unsupported public key type")

// NewMLKEMPublicKey returns the public key of ML-KEM for a key of package mlkem.
func NewMLKEMPublicKey(pub crypto.Encapsulator) (PublicKey, error) {
	k := mlkemOf(pub)
	if k == nil {
		return nil, errKeyType
	}
	return &mlkemPublicKey{k, pub}, nil
}

func (p *mlkemPublicKey) KEM() KEM { return p.kem }

func (p *mlkemPublicKey) Bytes() []byte { return p.key.Bytes() }

func (p *mlkemPublicKey) encapsulate() (secret, enc []byte, err error) {
	secret, enc = p.key.Encapsulate()
	return secret, enc, nil
}

type mlkemPrivateKey struct {
	kem *mlkemKEM
	key crypto.Decapsulator
}

// NewMLKEMPrivateKey returns the private key of ML-KEM for a key of package mlkem, or for another crypto.Decapsulator
// whose public key is of package mlkem.
func NewMLKEMPrivateKey(priv crypto.Decapsulator) (PrivateKey, error) {
	k := mlkemOf(priv.Encapsulator())
	if k == nil {
		return nil, errKeyType
	}
	return &mlkemPrivateKey{k, priv}, nil
}

func (p *mlkemPrivateKey) KEM() KEM { return p.kem }

var errNoSeed = errors.New("private key seed not available")

func (p *mlkemPrivateKey) Bytes() ([]byte, error) {
	switch key := p.key.(type) {
	case *mlkem.DecapsulationKey768:
		return key.Bytes(), nil
	case *mlkem.DecapsulationKey1024:
		return key.Bytes(), nil
	}
	return nil, errNoSeed
}

func (p *mlkemPrivateKey) PublicKey() PublicKey { return &mlkemPublicKey{p.kem, p.key.Encapsulator()} }

func (p *mlkemPrivateKey) decapsulate(enc []byte) ([]byte, error) { return p.key.Decapsulate(enc) }
