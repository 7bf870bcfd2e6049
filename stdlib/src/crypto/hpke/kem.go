package hpke

import "errors"

// A KEM makes a secret that only the owner of a private key can learn, too.
type KEM interface {
	// ID returns the number that the KEM has in the registry of HPKE.
	ID() uint16
	// GenerateKey returns a new key.
	GenerateKey() (PrivateKey, error)
	// NewPublicKey reads a public key as PublicKey.Bytes writes it.
	NewPublicKey([]byte) (PublicKey, error)
	// NewPrivateKey reads a private key as PrivateKey.Bytes writes it.
	NewPrivateKey([]byte) (PrivateKey, error)
	// DeriveKeyPair returns the key that belongs to a secret of any length.
	DeriveKeyPair(ikm []byte) (PrivateKey, error)
	// encapsulatedSize returns the length of an encapsulated key.
	encapsulatedSize() int
}

// A PublicKey is a key of a KEM to which anybody can send.
type PublicKey interface {
	// KEM returns the KEM.
	KEM() KEM
	// Bytes returns the key as it is sent.
	Bytes() []byte
	// encapsulate returns a new secret, and from what the owner of the private key learns it.
	encapsulate() (secret, enc []byte, err error)
}

// A PrivateKey is the key of a KEM with which one receives.
type PrivateKey interface {
	// KEM returns the KEM.
	KEM() KEM
	// Bytes returns the key for NewPrivateKey; the bytes of a key for X25519 are clamped, as RFC 9180 demands.
	Bytes() ([]byte, error)
	// PublicKey returns the key to which others send.
	PublicKey() PublicKey
	// decapsulate returns the secret.
	decapsulate(enc []byte) ([]byte, error)
}

// NewKEM returns the KEM with a number.
func NewKEM(id uint16) (KEM, error) {
	for _, k := range []KEM{dhP256, dhP384, dhP521, dhX25519, pq768, pq1024, hybridP256, hybridP384, hybridX25519} {
		if k.ID() == id {
			return k, nil
		}
	}
	return nil, errors.New("unsupported KEM")
}
