package hpke

import "errors"

// A KEM (key encapsulation mechanism) makes a secret that only the owner of a private key can recover.
type KEM interface {
	// ID returns the number that the KEM has in the registry of HPKE.
	ID() uint16
	// GenerateKey returns a new key.
	GenerateKey() (PrivateKey, error)
	// NewPublicKey reads a public key as PublicKey.Bytes writes it.
	NewPublicKey([]byte) (PublicKey, error)
	// NewPrivateKey reads a private key as PrivateKey.Bytes writes it.
	NewPrivateKey([]byte) (PrivateKey, error)
	// DeriveKeyPair derives the key from a secret of any length; the same secret gives the same key.
	DeriveKeyPair(ikm []byte) (PrivateKey, error)
	// encapsulatedSize returns the length of an encapsulated key.
	encapsulatedSize() int
}

// A PublicKey is a key of a KEM to which anybody can send.
type PublicKey interface {
	// KEM returns the KEM.
	KEM() KEM
	// Bytes returns the encoding of the key.
	Bytes() []byte
	// encapsulate returns a new secret, and its encapsulation, from which the owner of the private key recovers it.
	encapsulate() (secret, enc []byte, err error)
}

// A PrivateKey is the key with which a recipient recovers a KEM's secrets.
type PrivateKey interface {
	// KEM returns the KEM.
	KEM() KEM
	// Bytes returns the encoding for NewPrivateKey; the bytes of a key for X25519 are clamped, as RFC 9180 demands.
	Bytes() ([]byte, error)
	// PublicKey returns the key to which senders encrypt.
	PublicKey() PublicKey
	// decapsulate returns the secret that is encapsulated in enc.
	decapsulate(enc []byte) ([]byte, error)
}

// NewKEM returns the KEM with this number in the registry.
func NewKEM(id uint16) (KEM, error) {
	for _, k := range []KEM{dhP256, dhP384, dhP521, dhX25519, pq768, pq1024, hybridP256, hybridP384, hybridX25519} {
		if k.ID() == id {
			return k, nil
		}
	}
	return nil, errors.New("unsupported KEM")
}
