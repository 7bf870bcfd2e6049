package hpke

import (
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/binary"
	"fmt"
	"hash"
	"slices"
)

// A suite names the algorithms. Each derivation includes the names.
type suite []byte

func kemSuite(kem uint16) suite { return binary.BigEndian.AppendUint16(suite("KEM"), kem) }

func cipherSuite(kem, kdf, aead uint16) suite {
	s := suite("HPKE")
	for _, id := range []uint16{kem, kdf, aead} {
		s = binary.BigEndian.AppendUint16(s, id)
	}
	return s
}

// version begins the inputs of all derivations.
const version = "HPKE-v1"

// A KDF derives keys from secrets.
type KDF interface {
	// ID returns the number that the KDF has in the registry of HPKE.
	ID() uint16
	// schedule derives the key and the first nonce of a channel, and the secret of its exports.
	schedule(s suite, secret, info []byte, keySize, nonceSize int) (key, nonce, exporter []byte, err error)
	// export derives a secret of that length from the secret of the exports.
	export(s suite, exporter []byte, context string, length int) ([]byte, error)
}

// An hkdfKDF extracts a key from a secret, and expands it.
type hkdfKDF struct {
	id   uint16
	size int // of the hash
	hash func() hash.Hash
}

func (k *hkdfKDF) ID() uint16 { return k.id }

func (k *hkdfKDF) extract(s suite, salt []byte, label string, secret []byte) ([]byte, error) {
	return hkdf.Extract(k.hash, slices.Concat([]byte(version), s, []byte(label), secret), salt)
}

func (k *hkdfKDF) expand(s suite, key []byte, label string, info []byte, length int) ([]byte, error) {
	labelled := binary.BigEndian.AppendUint16(nil, uint16(length))
	labelled = append(labelled, version...)
	labelled = append(labelled, s...)
	labelled = append(labelled, label...)
	return hkdf.Expand(k.hash, key, string(append(labelled, info...)), length)
}

// A chain does several derivations; after an error it does nothing more.
type chain struct {
	*hkdfKDF
	suite suite
	err   error
}

func (c *chain) extract(salt []byte, label string, secret []byte) (key []byte) {
	if c.err == nil {
		key, c.err = c.hkdfKDF.extract(c.suite, salt, label, secret)
	}
	return key
}

func (c *chain) expand(key []byte, label string, info []byte, length int) (out []byte) {
	if c.err == nil {
		out, c.err = c.hkdfKDF.expand(c.suite, key, label, info, length)
	}
	return out
}

func (k *hkdfKDF) schedule(s suite, secret, info []byte, keySize, nonceSize int) (key, nonce, exporter []byte, err error) {
	c := &chain{hkdfKDF: k, suite: s}
	context := slices.Concat([]byte{modeBase}, c.extract(nil, "psk_id_hash", nil), c.extract(nil, "info_hash", info))
	prk := c.extract(secret, "secret", nil)
	key = c.expand(prk, "key", context, keySize)
	nonce = c.expand(prk, "base_nonce", context, nonceSize)
	exporter = c.expand(prk, "exp", context, k.size)
	return key, nonce, exporter, c.err
}

func (k *hkdfKDF) export(s suite, exporter []byte, context string, length int) ([]byte, error) {
	return k.expand(s, exporter, "sec", []byte(context), length)
}

// A shakeKDF derives in one step, with a function whose output has any length.
type shakeKDF struct {
	id   uint16
	size int // of the secret of the exports
	new  func() *sha3.SHAKE
}

func (k *shakeKDF) ID() uint16 { return k.id }

// withLength appends the length of b, and b.
func withLength[T string | []byte](out []byte, b T) []byte {
	return append(binary.BigEndian.AppendUint16(out, uint16(len(b))), b...)
}

// derive returns size bytes that depend on all its parameters.
func (k *shakeKDF) derive(s suite, secret []byte, label string, context []byte, length int) []byte {
	h := k.new()
	h.Write(secret)
	h.Write([]byte(version))
	h.Write(s)
	h.Write(binary.BigEndian.AppendUint16(withLength(nil, label), uint16(length)))
	h.Write(context)
	out := make([]byte, length)
	h.Read(out)
	return out
}

func (k *shakeKDF) schedule(s suite, secret, info []byte, keySize, nonceSize int) (key, nonce, exporter []byte, err error) {
	const psk, pskID = "", ""
	secrets := withLength(withLength(nil, psk), secret)
	context := withLength(withLength([]byte{modeBase}, pskID), info)
	all := k.derive(s, secrets, "secret", context, keySize+nonceSize+k.size)
	key, all = all[:keySize], all[keySize:]
	return key, all[:nonceSize], all[nonceSize:], nil
}

func (k *shakeKDF) export(s suite, exporter []byte, context string, length int) ([]byte, error) {
	return k.derive(s, exporter, "sec", []byte(context), length), nil
}

var (
	hkdf256  = &hkdfKDF{1, sha256.Size, sha256.New}
	hkdf384  = &hkdfKDF{2, sha512.Size384, sha512.New384}
	hkdf512  = &hkdfKDF{3, sha512.Size, sha512.New}
	shake128 = &shakeKDF{0x10, 32, sha3.NewSHAKE128}
	shake256 = &shakeKDF{0x11, 64, sha3.NewSHAKE256}
)

// HKDFSHA256 returns HKDF (RFC 5869) by SHA-256.
func HKDFSHA256() KDF { return hkdf256 }

// HKDFSHA384 returns HKDF by SHA-384.
func HKDFSHA384() KDF { return hkdf384 }

// HKDFSHA512 returns HKDF by SHA-512.
func HKDFSHA512() KDF { return hkdf512 }

// SHAKE128 returns the KDF that derives in one step with SHAKE128.
func SHAKE128() KDF { return shake128 }

// SHAKE256 returns the KDF that derives in one step with SHAKE256.
func SHAKE256() KDF { return shake256 }

// NewKDF returns the KDF with this number in the registry.
func NewKDF(id uint16) (KDF, error) {
	for _, k := range []KDF{hkdf256, hkdf384, hkdf512, shake128, shake256} {
		if k.ID() == id {
			return k, nil
		}
	}
	return nil, fmt.Errorf("unsupported KDF %04x", id)
}
