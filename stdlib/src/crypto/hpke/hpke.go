// Package hpke encrypts to a public key (Hybrid Public Key Encryption, RFC 9180), also to keys of ML-KEM and its
// hybrids with elliptic curves (draft-ietf-hpke-pq). The package implements only the base mode.
package hpke

import (
	"crypto/cipher"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"slices"
)

// modeBase is the mode without a key that both sides share beforehand and without a key of the sender.
const modeBase = 0

// A channel is the state that both sides keep: the keys, and the number of the next message.
type channel struct {
	suite    suite
	kdf      KDF
	cipher   cipher.AEAD // nil where only secrets are exported
	nonce    []byte
	number   uint64
	exporter []byte
}

// newChannel derives the keys from the secret of the KEM.
func newChannel(kem KEM, kdf KDF, aead AEAD, secret, info []byte) (*channel, error) {
	c := &channel{suite: cipherSuite(kem.ID(), kdf.ID(), aead.ID()), kdf: kdf}
	keySize, nonceSize := aead.sizes()
	key, nonce, exporter, err := kdf.schedule(c.suite, secret, info, keySize, nonceSize)
	if err != nil {
		return nil, err
	}
	c.nonce, c.exporter = nonce, exporter
	c.cipher, err = aead.withKey(key)
	return c, err
}

// nextNonce returns the nonce of the next message; nil if the channel cannot encrypt.
func (c *channel) nextNonce() []byte {
	if c.cipher == nil {
		return nil
	}
	nonce := make([]byte, len(c.nonce))
	binary.BigEndian.PutUint64(nonce[len(nonce)-8:], c.number)
	subtle.XORBytes(nonce, nonce, c.nonce)
	return nonce
}

func (c *channel) export(context string, length int) ([]byte, error) {
	if length < 0 || length > 0xffff {
		return nil, errors.New("invalid length")
	}
	return c.kdf.export(c.suite, c.exporter, context, length)
}

var errExportOnly = errors.New("export-only instantiation")

// A Sender encrypts messages to one recipient. It numbers them.
type Sender struct{ channel *channel }

// NewSender returns a sender to the owner of pk, and the encapsulated key, which the recipient passes to NewRecipient.
// Both sides must use the same info.
func NewSender(pk PublicKey, kdf KDF, aead AEAD, info []byte) (enc []byte, s *Sender, err error) {
	secret, enc, err := pk.encapsulate()
	if err != nil {
		return nil, nil, err
	}
	c, err := newChannel(pk.KEM(), kdf, aead, secret, info)
	if err != nil {
		return nil, nil, err
	}
	return enc, &Sender{c}, nil
}

// Seal encrypts the next message, and authenticates it and aad.
func (s *Sender) Seal(aad, plaintext []byte) ([]byte, error) {
	nonce := s.channel.nextNonce()
	if nonce == nil {
		return nil, errExportOnly
	}
	s.channel.number++
	return s.channel.cipher.Seal(nil, nonce, plaintext, aad), nil
}

// Export returns a secret of up to 65,535 bytes that both sides can derive.
func (s *Sender) Export(exporterContext string, length int) ([]byte, error) {
	return s.channel.export(exporterContext, length)
}

// A Recipient decrypts the messages of one sender, in their order.
type Recipient struct{ channel *channel }

// NewRecipient returns the recipient for the sender that made the encapsulated key enc for k.
func NewRecipient(enc []byte, k PrivateKey, kdf KDF, aead AEAD, info []byte) (*Recipient, error) {
	secret, err := k.decapsulate(enc)
	if err != nil {
		return nil, err
	}
	c, err := newChannel(k.KEM(), kdf, aead, secret, info)
	if err != nil {
		return nil, err
	}
	return &Recipient{c}, nil
}

// Open decrypts the next message if it and aad are authentic. After an error it expects the same message again.
func (r *Recipient) Open(aad, ciphertext []byte) ([]byte, error) {
	nonce := r.channel.nextNonce()
	if nonce == nil {
		return nil, errExportOnly
	}
	plaintext, err := r.channel.cipher.Open(nil, nonce, ciphertext, aad)
	if err != nil {
		return nil, err
	}
	r.channel.number++
	return plaintext, nil
}

// Export returns a secret of up to 65,535 bytes that both sides can derive.
func (r *Recipient) Export(exporterContext string, length int) ([]byte, error) {
	return r.channel.export(exporterContext, length)
}

// Seal encrypts one message to the owner of pk. The result begins with the encapsulated key.
func Seal(pk PublicKey, kdf KDF, aead AEAD, info, plaintext []byte) ([]byte, error) {
	enc, sender, err := NewSender(pk, kdf, aead, info)
	if err != nil {
		return nil, err
	}
	sealed, err := sender.Seal(nil, plaintext)
	if err != nil {
		return nil, err
	}
	return slices.Concat(enc, sealed), nil
}

// Open decrypts a message that Seal made.
func Open(k PrivateKey, kdf KDF, aead AEAD, info, ciphertext []byte) ([]byte, error) {
	n := k.KEM().encapsulatedSize()
	if len(ciphertext) < n {
		return nil, errors.New("ciphertext too short")
	}
	recipient, err := NewRecipient(ciphertext[:n:n], k, kdf, aead, info)
	if err != nil {
		return nil, err
	}
	return recipient.Open(nil, ciphertext[n:])
}
