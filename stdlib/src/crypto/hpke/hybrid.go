package hpke

import (
	"bytes"
	"crypto"
	"crypto/ecdh"
	"crypto/mlkem"
	"crypto/rand"
	"crypto/sha3"
	"errors"
	"fmt"
	"slices"
)

// A hybridKEM combines ML-KEM and a Diffie-Hellman exchange: an attacker must break both to learn the secret.
// Keys and encapsulated keys are the concatenations of both, ML-KEM's first.
type hybridKEM struct {
	id    uint16
	name  string // of the curve, in errors
	label string // the label that the secret is derived with
	pq    *mlkemKEM
	dh    *dhKEM
	// random is how many bytes the scalar of the curve is made from: one or more candidates, of which the first that is
	// less than the order becomes the scalar.
	random int
}

var (
	hybridP256   = &hybridKEM{0x50, "P-256", "MLKEM768-P256", pq768, dhP256, 128}
	hybridP384   = &hybridKEM{0x51, "P-384", "MLKEM1024-P384", pq1024, dhP384, 48}
	hybridX25519 = &hybridKEM{0x647a, "X25519", `\.//^\`, pq768, dhX25519, 32}
)

// hybridSeed is the length of a private key in bytes.
const hybridSeed = 32

// MLKEM768P256 returns ML-KEM-768 combined with P-256.
func MLKEM768P256() KEM { return hybridP256 }

// MLKEM1024P384 returns ML-KEM-1024 combined with P-384.
func MLKEM1024P384() KEM { return hybridP384 }

// MLKEM768X25519 returns ML-KEM-768 combined with X25519, which is X-Wing.
func MLKEM768X25519() KEM { return hybridX25519 }

// hybridOf returns the KEM with keys of package mlkem and ecdh.
func hybridOf(pq crypto.Encapsulator, curve ecdh.Curve) (*hybridKEM, error) {
	for _, k := range []*hybridKEM{hybridP256, hybridP384, hybridX25519} {
		if k.dh.curve != curve {
			continue
		}
		if mlkemOf(pq) != k.pq {
			return nil, fmt.Errorf("invalid PQ KEM for %s hybrid", k.name)
		}
		return k, nil
	}
	return nil, errCurve
}

func (k *hybridKEM) ID() uint16 { return k.id }

func (k *hybridKEM) encapsulatedSize() int { return k.pq.sealedSize + k.dh.pointSize }

func (k *hybridKEM) GenerateKey() (PrivateKey, error) {
	seed := make([]byte, hybridSeed)
	rand.Read(seed)
	return k.NewPrivateKey(seed)
}

func (k *hybridKEM) DeriveKeyPair(ikm []byte) (PrivateKey, error) {
	return k.NewPrivateKey(deriveSeed(k.id, ikm, hybridSeed))
}

func (k *hybridKEM) NewPrivateKey(seed []byte) (PrivateKey, error) {
	if len(seed) != hybridSeed {
		return nil, errors.New("hpke: invalid hybrid KEM secret length")
	}
	all := sha3.SumSHAKE256(seed, mlkem.SeedSize+k.random)
	pq, err := k.pq.newPrivate(all[:mlkem.SeedSize])
	if err != nil {
		return nil, err
	}
	for scalar := range slices.Chunk(all[mlkem.SeedSize:], k.dh.scalarSize) {
		if dh, err := k.dh.curve.NewPrivateKey(scalar); err == nil {
			return &hybridPrivateKey{k, bytes.Clone(seed), pq, dh}, nil
		}
	}
	return nil, errors.New("hpke: no candidate for a scalar is less than the order of the curve")
}

func (k *hybridKEM) NewPublicKey(b []byte) (PublicKey, error) {
	if len(b) != k.pq.publicSize+k.dh.pointSize {
		return nil, errors.New("invalid public key size")
	}
	pq, err := k.pq.newPublic(b[:k.pq.publicSize])
	if err != nil {
		return nil, err
	}
	dh, err := k.dh.curve.NewPublicKey(b[k.pq.publicSize:])
	if err != nil {
		return nil, err
	}
	return &hybridPublicKey{k, pq, dh}, nil
}

// secret combines both secrets with the public values of the Diffie-Hellman exchange.
func (k *hybridKEM) secret(pq, dh, once, public []byte) []byte {
	sum := sha3.Sum256(slices.Concat(pq, dh, once, public, []byte(k.label)))
	return sum[:]
}

type hybridPublicKey struct {
	kem *hybridKEM
	pq  crypto.Encapsulator
	dh  *ecdh.PublicKey
}

// NewHybridPublicKey returns the public key of a hybrid with keys of packages mlkem and ecdh.
func NewHybridPublicKey(pq crypto.Encapsulator, t *ecdh.PublicKey) (PublicKey, error) {
	k, err := hybridOf(pq, t.Curve())
	if err != nil {
		return nil, err
	}
	return &hybridPublicKey{k, pq, t}, nil
}

func (p *hybridPublicKey) KEM() KEM { return p.kem }

func (p *hybridPublicKey) Bytes() []byte { return slices.Concat(p.pq.Bytes(), p.dh.Bytes()) }

func (p *hybridPublicKey) encapsulate() (secret, enc []byte, err error) {
	key, err := p.kem.dh.curve.GenerateKey(nil)
	if err != nil {
		return nil, nil, err
	}
	dh, err := key.ECDH(p.dh)
	if err != nil {
		return nil, nil, err
	}
	once := key.PublicKey().Bytes()
	pq, sealed := p.pq.Encapsulate()
	return p.kem.secret(pq, dh, once, p.dh.Bytes()), slices.Concat(sealed, once), nil
}

type hybridPrivateKey struct {
	kem  *hybridKEM
	seed []byte // nil if the key was not made from one
	pq   crypto.Decapsulator
	dh   ecdh.KeyExchanger
}

// NewHybridPrivateKey returns the private key of a hybrid for keys of packages mlkem and ecdh, or for other
// implementations of their interfaces whose public keys are of these packages.
func NewHybridPrivateKey(pq crypto.Decapsulator, t ecdh.KeyExchanger) (PrivateKey, error) {
	k, err := hybridOf(pq.Encapsulator(), t.Curve())
	if err != nil {
		return nil, err
	}
	return &hybridPrivateKey{k, nil, pq, t}, nil
}

func (p *hybridPrivateKey) KEM() KEM { return p.kem }

func (p *hybridPrivateKey) Bytes() ([]byte, error) {
	if p.seed == nil {
		return nil, errNoSeed
	}
	return bytes.Clone(p.seed), nil
}

func (p *hybridPrivateKey) PublicKey() PublicKey {
	return &hybridPublicKey{p.kem, p.pq.Encapsulator(), p.dh.PublicKey()}
}

func (p *hybridPrivateKey) decapsulate(enc []byte) ([]byte, error) {
	if len(enc) != p.kem.encapsulatedSize() {
		return nil, errors.New("invalid encapsulated key size")
	}
	sealed, once := enc[:p.kem.pq.sealedSize:p.kem.pq.sealedSize], enc[p.kem.pq.sealedSize:]
	pq, err := p.pq.Decapsulate(sealed)
	if err != nil {
		return nil, err
	}
	point, err := p.kem.dh.curve.NewPublicKey(once)
	if err != nil {
		return nil, err
	}
	dh, err := p.dh.ECDH(point)
	if err != nil {
		return nil, err
	}
	return p.kem.secret(pq, dh, once, p.dh.PublicKey().Bytes()), nil
}
