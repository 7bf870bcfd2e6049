// Package ed25519 implements the signatures of RFC 8032.
package ed25519

import (
	"crypto"
	cryptorand "crypto/rand"
	"crypto/sha512"
	"crypto/subtle"
	"errors"
	"io"
	"strconv"
)

const (
	// PublicKeySize is the size of public keys in bytes.
	PublicKeySize = 32
	// PrivateKeySize is the size of private keys in bytes.
	PrivateKeySize = 64
	// SignatureSize is the size of signatures in bytes.
	SignatureSize = 64
	// SeedSize is the size in bytes of seeds, which RFC 8032 calls private keys.
	SeedSize = 32
)

// reduce writes a number of 64 bytes modulo the order of the group to out. All numbers are little endian.
func reduce(out, wide []byte)

// multiplyBase writes the base point, multiplied with a number, to out.
func multiplyBase(out, by []byte)

// multiplyAdd writes a*b + c modulo the order of the group to out.
func multiplyAdd(out, a, b, c []byte)

// recoverPoint writes the point s*B - k*public to out; false if public is no point or s is not less than the order of
// the group.
func recoverPoint(out, k, public, s []byte) bool

// isPoint reports whether the bytes are a point.
func isPoint(bytes []byte) bool

// A PublicKey verifies signatures.
type PublicKey []byte

// Equal reports whether both keys are the same.
func (pub PublicKey) Equal(x crypto.PublicKey) bool {
	other, ok := x.(PublicKey)
	return ok && subtle.ConstantTimeCompare(pub, other) == 1
}

// A PrivateKey signs; it consists of the seed and the public key.
type PrivateKey []byte

// Public returns the public key.
func (priv PrivateKey) Public() crypto.PublicKey {
	return PublicKey(append([]byte(nil), priv[SeedSize:PrivateKeySize]...))
}

// Equal reports whether both keys are the same.
func (priv PrivateKey) Equal(x crypto.PrivateKey) bool {
	other, ok := x.(PrivateKey)
	return ok && subtle.ConstantTimeCompare(priv, other) == 1
}

// Seed returns the seed of the key.
func (priv PrivateKey) Seed() []byte { return append(make([]byte, 0, SeedSize), priv[:SeedSize]...) }

// Options choose the variant of the signature.
type Options struct {
	// Hash is 0, or SHA512 for Ed25519ph, where the message's hash is signed instead of the message.
	Hash crypto.Hash
	// Context chooses Ed25519ctx if it is not empty and Hash is 0; Ed25519ph uses it too. It has at most 255 bytes.
	Context string
}

// HashFunc returns o.Hash.
func (o *Options) HashFunc() crypto.Hash { return o.Hash }

// domain returns the bytes that the variants with a context hash before the message.
func domain(hash crypto.Hash, context string, message []byte, opts string) (string, error) {
	const prefix = "SigEd25519 no Ed25519 collisions"
	flag, name := "\x00", "Ed25519ctx"
	switch {
	case hash == crypto.SHA512:
		flag, name = "\x01", "Ed25519ph"
		if len(message) != sha512.Size {
			return "", errors.New("ed25519: bad Ed25519ph message hash length: " + strconv.Itoa(len(message)))
		}
	case hash != 0:
		return "", errors.New("ed25519: expected " + opts +
			" zero (unhashed message, for standard Ed25519) or SHA-512 (for Ed25519ph)")
	case context == "":
		return "", nil
	}
	if len(context) > 255 {
		return "", errors.New("ed25519: bad " + name + " context length: " + strconv.Itoa(len(context)))
	}
	return prefix + flag + string([]byte{byte(len(context))}) + context, nil
}

// GenerateKey returns a new pair of keys; if random is nil, the random bytes come from the kernel.
func GenerateKey(random io.Reader) (PublicKey, PrivateKey, error) {
	if random == nil {
		random = cryptorand.Reader
	}
	seed := make([]byte, SeedSize)
	if _, err := io.ReadFull(random, seed); err != nil {
		return nil, nil, err
	}
	private := NewKeyFromSeed(seed)
	return private.Public().(PublicKey), private, nil
}

// expand returns the scalar that is derived from a seed, and the prefix that is hashed with messages.
func expand(seed []byte) (s, prefix []byte) {
	h := sha512.Sum512(seed)
	h[0] &= 248
	h[31] = h[31]&63 | 64
	wide := make([]byte, 64)
	copy(wide, h[:32])
	s = make([]byte, 32)
	reduce(s, wide)
	return s, h[32:]
}

// NewKeyFromSeed returns the private key of a seed; it panics if the seed has not SeedSize bytes.
func NewKeyFromSeed(seed []byte) PrivateKey {
	if len(seed) != SeedSize {
		panic("ed25519: bad seed length: " + strconv.Itoa(len(seed)))
	}
	key := append(make([]byte, 0, PrivateKeySize), seed...)[:PrivateKeySize]
	s, _ := expand(seed)
	multiplyBase(key[SeedSize:], s)
	return key
}

// hashed returns SHA-512 of the parts modulo the order of the group.
func hashed(parts ...[]byte) []byte {
	h := sha512.New()
	for _, part := range parts {
		h.Write(part)
	}
	out := make([]byte, 32)
	reduce(out, h.Sum(nil))
	return out
}

func (priv PrivateKey) check() error {
	if len(priv) != PrivateKeySize {
		return errors.New("ed25519: bad private key length: " + strconv.Itoa(len(priv)))
	}
	if !isPoint(priv[SeedSize:]) {
		return errors.New("ed25519: bad public key")
	}
	return nil
}

func (priv PrivateKey) sign(domain string, message []byte) []byte {
	s, prefix := expand(priv[:SeedSize])
	r := hashed([]byte(domain), prefix, message)
	signature := make([]byte, SignatureSize)
	multiplyBase(signature[:32], r)
	k := hashed([]byte(domain), signature[:32], priv[SeedSize:], message)
	multiplyAdd(signature[32:], k, s, r)
	return signature
}

// Sign signs a message, or its hash, as opts say. Sign ignores rand.
func (priv PrivateKey) Sign(rand io.Reader, message []byte, opts crypto.SignerOpts) (signature []byte, err error) {
	if err := priv.check(); err != nil {
		return nil, err
	}
	context := ""
	if opts, ok := opts.(*Options); ok {
		context = opts.Context
	}
	domain, err := domain(opts.HashFunc(), context, message, "opts.HashFunc()")
	if err != nil {
		return nil, err
	}
	return priv.sign(domain, message), nil
}

// Sign signs a message; it panics if the key has an invalid length.
func Sign(privateKey PrivateKey, message []byte) []byte {
	if err := privateKey.check(); err != nil {
		panic("ed25519: bad private key: " + err.Error())
	}
	return privateKey.sign("", message)
}

// Verify reports whether sig is a signature of the message; it panics if the key has not PublicKeySize bytes.
func Verify(publicKey PublicKey, message, sig []byte) bool {
	return VerifyWithOptions(publicKey, message, sig, new(Options)) == nil
}

// VerifyWithOptions returns nil if sig is a signature of the message, or of its hash, as opts say; it panics if the key
// has not PublicKeySize bytes.
func VerifyWithOptions(publicKey PublicKey, message, sig []byte, opts *Options) error {
	if len(publicKey) != PublicKeySize {
		panic("ed25519: bad public key length: " + strconv.Itoa(len(publicKey)))
	}
	if !isPoint(publicKey) {
		return errors.New("ed25519: bad public key")
	}
	domain, err := domain(opts.Hash, opts.Context, message, "opts.Hash")
	if err != nil {
		return err
	}
	if len(sig) != SignatureSize {
		return errors.New("ed25519: bad signature length: " + strconv.Itoa(len(sig)))
	}
	k := hashed([]byte(domain), sig[:32], publicKey, message)
	r := make([]byte, 32)
	if !recoverPoint(r, k, publicKey, sig[32:]) || string(r) != string(sig[:32]) {
		return errors.New("ed25519: invalid signature")
	}
	return nil
}
