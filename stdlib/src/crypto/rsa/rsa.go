// Package rsa implements the encryption and the signatures of PKCS #1.
package rsa

import (
	"crypto"
	"crypto/rand"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"internal/settings"
	"internal/sysrand"
	"io"
	"math/big"
)

// Errors.
var (
	ErrMessageTooLong = errors.New("crypto/rsa: message too long for RSA key size")
	ErrDecryption     = errors.New("crypto/rsa: decryption error")
	ErrVerification   = errors.New("crypto/rsa: verification error")
)

// Salt lengths for PSSOptions.
const (
	PSSSaltLengthAuto       = 0
	PSSSaltLengthEqualsHash = -1
)

// A PublicKey encrypts, and verifies signatures.
type PublicKey struct {
	N *big.Int
	E int
}

// Size returns the length of the modulus in bytes.
func (pub *PublicKey) Size() int { return (pub.N.BitLen() + 7) / 8 }

// Equal reports whether both keys are the same.
func (pub *PublicKey) Equal(x crypto.PublicKey) bool {
	other, ok := x.(*PublicKey)
	return ok && pub.N.Cmp(other.N) == 0 && pub.E == other.E
}

// maxBits is the size of the largest modulus that the Rust crate can compute with.
const maxBits = 16384

// tooSmall reports whether keys of that size are refused; with GODEBUG=rsa1024min=0 no key is too small.
func tooSmall(bits int) bool { return bits < 1024 && settings.Of("rsa1024min") != "0" }

func (pub *PublicKey) check() error {
	switch {
	case pub.N == nil:
		return errors.New("crypto/rsa: missing public modulus")
	case tooSmall(pub.N.BitLen()):
		return fmt.Errorf("crypto/rsa: %d-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)", pub.N.BitLen())
	case pub.N.BitLen() > maxBits:
		return fmt.Errorf("crypto/rsa: minigo has no keys of %d bits, the most are %d", pub.N.BitLen(), maxBits)
	case pub.N.Bit(0) == 0:
		return errors.New("crypto/rsa: public modulus is even")
	case pub.E < 2:
		return errors.New("crypto/rsa: public exponent too small or negative")
	case pub.E&1 == 0:
		return errors.New("crypto/rsa: public exponent is even")
	case pub.E > 1<<31-1:
		return errors.New("crypto/rsa: public exponent too large")
	}
	return nil
}

// PKCS1v15DecryptOptions are options of Decrypt for PKCS #1 v1.5.
type PKCS1v15DecryptOptions struct{ SessionKeyLen int }

// PSSOptions are options of Sign for PSS.
type PSSOptions struct {
	SaltLength int
	Hash       crypto.Hash
}

// HashFunc returns opts.Hash.
func (opts *PSSOptions) HashFunc() crypto.Hash { return opts.Hash }

// A PrivateKey decrypts and signs.
type PrivateKey struct {
	PublicKey
	D           *big.Int
	Primes      []*big.Int
	Precomputed PrecomputedValues
}

// PrecomputedValues are what Precompute computes.
type PrecomputedValues struct {
	Dp, Dq, Qinv *big.Int
	// Deprecated: minigo leaves it empty.
	CRTValues []CRTValue
}

// A CRTValue belongs to a third or later prime.
type CRTValue struct{ Exp, Coeff, R *big.Int }

// Public returns the public key.
func (priv *PrivateKey) Public() crypto.PublicKey { return &priv.PublicKey }

// Equal reports whether both keys are the same.
func (priv *PrivateKey) Equal(x crypto.PrivateKey) bool {
	other, ok := x.(*PrivateKey)
	if !ok || !priv.PublicKey.Equal(&other.PublicKey) || priv.D.Cmp(other.D) != 0 || len(priv.Primes) != len(other.Primes) {
		return false
	}
	for i, p := range priv.Primes {
		if p.Cmp(other.Primes[i]) != 0 {
			return false
		}
	}
	return true
}

// parts encodes the key for natives.
func (priv *PrivateKey) parts() ([]byte, error) {
	if err := priv.check(); err != nil {
		return nil, err
	}
	if priv.D == nil {
		return nil, errors.New("crypto/rsa: missing private exponent")
	}
	var out []byte
	for _, n := range append([]*big.Int{priv.N, priv.D}, priv.Primes...) {
		if n.BitLen() > priv.N.BitLen() {
			return nil, errors.New("crypto/rsa: invalid private key")
		}
		b := n.Bytes()
		out = append(binary.BigEndian.AppendUint32(out, uint32(len(b))), b...)
	}
	return out, nil
}

// Validate checks that the numbers form a valid key.
func (priv *PrivateKey) Validate() error {
	parts, err := priv.parts()
	if err != nil {
		return err
	}
	product := big.NewInt(1)
	for _, p := range priv.Primes {
		if p.Cmp(big.NewInt(1)) <= 0 {
			return errors.New("crypto/rsa: invalid prime value")
		}
		product.Mul(product, p)
	}
	if len(priv.Primes) > 0 && product.Cmp(priv.N) != 0 {
		return errors.New("crypto/rsa: invalid modulus")
	}
	if !isKey(parts, priv.E) {
		return errors.New("crypto/rsa: invalid exponents")
	}
	return nil
}

// Precompute computes numbers that make later operations with the key faster.
func (priv *PrivateKey) Precompute() {
	if priv.Precomputed.Dp != nil || len(priv.Primes) < 2 {
		return
	}
	one, p, q := big.NewInt(1), priv.Primes[0], priv.Primes[1]
	if p.Cmp(one) <= 0 || q.Cmp(one) <= 0 {
		return
	}
	less := func(n *big.Int) *big.Int { return new(big.Int).Sub(n, one) }
	priv.Precomputed.Dp = new(big.Int).Mod(priv.D, less(p))
	priv.Precomputed.Dq = new(big.Int).Mod(priv.D, less(q))
	priv.Precomputed.Qinv = new(big.Int).ModInverse(q, p)
}

// GenerateKey returns a new key.
func GenerateKey(random io.Reader, bits int) (*PrivateKey, error) {
	if tooSmall(bits) {
		return nil, fmt.Errorf("crypto/rsa: %d-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)", bits)
	}
	if bits > maxBits {
		return nil, fmt.Errorf("crypto/rsa: minigo has no keys of %d bits, the most are %d", bits, maxBits)
	}
	parts := generate(bits, sysrand.Seed())
	if parts == nil {
		return nil, errors.New("crypto/rsa: minigo cannot generate a key of this size")
	}
	var numbers []*big.Int
	for len(parts) > 0 {
		n := 4 + int(binary.BigEndian.Uint32(parts))
		numbers = append(numbers, new(big.Int).SetBytes(parts[4:n]))
		parts = parts[n:]
	}
	key := &PrivateKey{PublicKey: PublicKey{numbers[0], 65537}, D: numbers[1], Primes: numbers[2:]}
	key.Precompute()
	return key, nil
}

// GenerateMultiPrimeKey returns a new key; minigo makes only keys of two primes.
func GenerateMultiPrimeKey(random io.Reader, nprimes int, bits int) (*PrivateKey, error) {
	if nprimes != 2 {
		return nil, errors.New("crypto/rsa: minigo generates keys of two primes only")
	}
	return GenerateKey(random, bits)
}

// prefixes stand before the hash in signatures of PKCS #1 v1.5: DER that names the hash function.
var prefixes = map[crypto.Hash]string{
	crypto.MD5:        "\x30\x20\x30\x0c\x06\x08\x2a\x86\x48\x86\xf7\x0d\x02\x05\x05\x00\x04\x10",
	crypto.SHA1:       "\x30\x21\x30\x09\x06\x05\x2b\x0e\x03\x02\x1a\x05\x00\x04\x14",
	crypto.SHA224:     sha2Prefix(4, 28),
	crypto.SHA256:     sha2Prefix(1, 32),
	crypto.SHA384:     sha2Prefix(2, 48),
	crypto.SHA512:     sha2Prefix(3, 64),
	crypto.SHA512_224: sha2Prefix(5, 28),
	crypto.SHA512_256: sha2Prefix(6, 32),
	crypto.SHA3_224:   sha2Prefix(7, 28),
	crypto.SHA3_256:   sha2Prefix(8, 32),
	crypto.SHA3_384:   sha2Prefix(9, 48),
	crypto.SHA3_512:   sha2Prefix(10, 64),
	crypto.MD5SHA1:    "",
}

func sha2Prefix(function, size byte) string {
	return string([]byte{0x30, 17 + size, 0x30, 13, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, function, 5, 0, 4, size})
}

func prefixOf(hash crypto.Hash, hashed []byte) ([]byte, error) {
	if hash == 0 {
		return nil, nil
	}
	if len(hashed) != hash.Size() {
		return nil, errors.New("crypto/rsa: input must be hashed message")
	}
	prefix, ok := prefixes[hash]
	if !ok {
		return nil, errors.New("crypto/rsa: unsupported hash function")
	}
	return []byte(prefix), nil
}

// SignPKCS1v15 signs a hash with PKCS #1 v1.5.
func SignPKCS1v15(random io.Reader, priv *PrivateKey, hash crypto.Hash, hashed []byte) ([]byte, error) {
	prefix, err := prefixOf(hash, hashed)
	if err != nil {
		return nil, err
	}
	parts, err := priv.parts()
	if err != nil {
		return nil, err
	}
	if len(prefix)+len(hashed)+11 > priv.Size() {
		return nil, ErrMessageTooLong
	}
	if sig := signPKCS1(parts, priv.E, prefix, hashed); sig != nil {
		return sig, nil
	}
	return nil, errors.New("crypto/rsa: invalid private key")
}

// VerifyPKCS1v15 returns nil if sig is a signature of a hash with PKCS #1 v1.5.
func VerifyPKCS1v15(pub *PublicKey, hash crypto.Hash, hashed []byte, sig []byte) error {
	if err := pub.check(); err != nil {
		return err
	}
	prefix, err := prefixOf(hash, hashed)
	if err != nil {
		return err
	}
	if !verifyPKCS1(pub.N.Bytes(), pub.E, prefix, hashed, sig) {
		return ErrVerification
	}
	return nil
}

// Sign signs a hash with PSS if opts are *PSSOptions, else with PKCS #1 v1.5.
func (priv *PrivateKey) Sign(rand io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	if pss, ok := opts.(*PSSOptions); ok {
		return SignPSS(rand, priv, pss.Hash, digest, pss)
	}
	return SignPKCS1v15(rand, priv, opts.HashFunc(), digest)
}

// SignPSS signs a hash with PSS.
func SignPSS(random io.Reader, priv *PrivateKey, hash crypto.Hash, digest []byte, opts *PSSOptions) ([]byte, error) {
	parts, err := priv.parts()
	if err != nil {
		return nil, err
	}
	salt := PSSSaltLengthAuto
	if opts != nil {
		salt = opts.SaltLength
		if opts.Hash != 0 {
			hash = opts.Hash
		}
	}
	switch salt {
	case PSSSaltLengthAuto:
		salt = (priv.N.BitLen()-1+7)/8 - 2 - hash.Size()
		if salt < 0 {
			return nil, ErrMessageTooLong
		}
	case PSSSaltLengthEqualsHash:
		salt = hash.Size()
	default:
		if salt < 0 {
			return nil, errors.New("crypto/rsa: invalid PSS salt length")
		}
	}
	if len(digest) != hash.Size() {
		return nil, errors.New("crypto/rsa: input must be hashed with given hash")
	}
	if sig := signPSS(parts, priv.E, hash.String(), salt, digest, sysrand.Seed()); sig != nil {
		return sig, nil
	}
	return nil, ErrMessageTooLong
}

// VerifyPSS returns nil if sig is a signature of a hash with PSS.
func VerifyPSS(pub *PublicKey, hash crypto.Hash, digest []byte, sig []byte, opts *PSSOptions) error {
	if err := pub.check(); err != nil {
		return err
	}
	salt := -1
	if opts != nil {
		switch salt = opts.SaltLength; salt {
		case PSSSaltLengthAuto:
			salt = -1
		case PSSSaltLengthEqualsHash:
			salt = hash.Size()
		}
		if salt < -1 {
			return errors.New("crypto/rsa: salt length cannot be negative")
		}
	}
	if !verifyPSS(pub.N.Bytes(), pub.E, hash.String(), salt, digest, sig) {
		return ErrVerification
	}
	return nil
}

// EncryptOAEP encrypts msg with OAEP.
func EncryptOAEP(hash hash.Hash, random io.Reader, pub *PublicKey, msg []byte, label []byte) ([]byte, error) {
	return pub.encryptOAEP(hash, hash, msg, label)
}

// EncryptOAEPWithOptions encrypts msg with OAEP.
func EncryptOAEPWithOptions(random io.Reader, pub *PublicKey, msg []byte, opts *OAEPOptions) ([]byte, error) {
	hash, mask := opts.hashes()
	return pub.encryptOAEP(hash, mask, msg, opts.Label)
}

// DecryptOAEP decrypts a ciphertext of EncryptOAEP.
func DecryptOAEP(hash hash.Hash, random io.Reader, priv *PrivateKey, ciphertext []byte, label []byte) ([]byte, error) {
	return priv.decryptOAEP(hash, hash, ciphertext, label)
}

// EncryptPKCS1v15 encrypts msg with PKCS #1 v1.5.
func EncryptPKCS1v15(random io.Reader, pub *PublicKey, msg []byte) ([]byte, error) {
	if err := pub.check(); err != nil {
		return nil, err
	}
	if len(msg) > pub.Size()-11 {
		return nil, ErrMessageTooLong
	}
	return encryptPKCS1(pub.N.Bytes(), pub.E, msg, sysrand.Seed()), nil
}

// unpad finds the message behind its padding, in a time that does not depend on the contents.
func unpad(em []byte) (valid, index int) {
	valid = subtle.ConstantTimeByteEq(em[0], 0) & subtle.ConstantTimeByteEq(em[1], 2)
	looking := 1
	for i := 2; i < len(em); i++ {
		zero := subtle.ConstantTimeByteEq(em[i], 0)
		index = subtle.ConstantTimeSelect(looking&zero, i, index)
		looking = subtle.ConstantTimeSelect(zero, 0, looking)
	}
	valid &= ^looking & 1 & subtle.ConstantTimeLessOrEq(2+8, index)
	return valid, index + 1
}

func (priv *PrivateKey) padded(ciphertext []byte) ([]byte, error) {
	parts, err := priv.parts()
	if err != nil {
		return nil, err
	}
	if len(ciphertext) <= priv.Size() {
		if em := decrypt(parts, priv.E, ciphertext); em != nil {
			return em, nil
		}
	}
	return nil, ErrDecryption
}

// DecryptPKCS1v15 decrypts a ciphertext of EncryptPKCS1v15. Its error reveals something about the message: see
// DecryptPKCS1v15SessionKey.
func DecryptPKCS1v15(random io.Reader, priv *PrivateKey, ciphertext []byte) ([]byte, error) {
	em, err := priv.padded(ciphertext)
	if err != nil {
		return nil, err
	}
	valid, index := unpad(em)
	if valid == 0 {
		return nil, ErrDecryption
	}
	return em[index:], nil
}

// DecryptPKCS1v15SessionKey decrypts to key; if the message has another length, it leaves key unchanged without error.
func DecryptPKCS1v15SessionKey(random io.Reader, priv *PrivateKey, ciphertext []byte, key []byte) error {
	if priv.Size()-(len(key)+3+8) < 0 {
		return ErrDecryption
	}
	em, err := priv.padded(ciphertext)
	if err != nil {
		return err
	}
	valid, index := unpad(em)
	valid &= subtle.ConstantTimeEq(int32(len(em)-index), int32(len(key)))
	subtle.ConstantTimeCopy(valid, key, em[len(em)-len(key):])
	return nil
}

// Decrypt decrypts with PKCS #1 v1.5 if opts are nil or *PKCS1v15DecryptOptions, with OAEP for *OAEPOptions.
func (priv *PrivateKey) Decrypt(random io.Reader, ciphertext []byte, opts crypto.DecrypterOpts) ([]byte, error) {
	switch opts := opts.(type) {
	case nil:
		return DecryptPKCS1v15(random, priv, ciphertext)
	case *PKCS1v15DecryptOptions:
		if opts.SessionKeyLen <= 0 {
			return DecryptPKCS1v15(random, priv, ciphertext)
		}
		key := make([]byte, opts.SessionKeyLen)
		rand.Read(key)
		return key, DecryptPKCS1v15SessionKey(random, priv, ciphertext, key)
	case *OAEPOptions:
		hash, mask := opts.hashes()
		return priv.decryptOAEP(hash, mask, ciphertext, opts.Label)
	}
	return nil, errors.New("crypto/rsa: invalid options for Decrypt")
}
