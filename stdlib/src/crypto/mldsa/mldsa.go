// Package mldsa implements ML-DSA, the signatures of FIPS 204, which should resist quantum computers.
package mldsa

import (
	"crypto"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"internal/sysrand"
	"io"
)

// Sizes in bytes.
const (
	PrivateKeySize = 32

	MLDSA44PublicKeySize = 1312
	MLDSA65PublicKeySize = 1952
	MLDSA87PublicKeySize = 2592

	MLDSA44SignatureSize = 2420
	MLDSA65SignatureSize = 3309
	MLDSA87SignatureSize = 4627
)

// publicKey returns the public key that belongs to a seed; set is the number of the parameters: 44, 65 or 87.
func publicKey(set int, seed []byte) []byte

// representative returns the 64-byte message representative of a message with a context of up to 255 bytes.
func representative(public, message []byte, context string) []byte

// sign signs a message representative; nil if it fails. If random is nil, the signature is always the same.
func sign(set int, seed, mu, random []byte) []byte

// verify checks a signature of the right size for a message representative: 0 if it is valid, 1 if not, 2 if the bytes
// encode no signature.
func verify(set int, public, mu, signature []byte) int

// Parameters are one of the three parameter sets of FIPS 204.
type Parameters struct{ set int }

// MLDSA44 returns the smallest set.
func MLDSA44() Parameters { return Parameters{44} }

// MLDSA65 returns the middle set.
func MLDSA65() Parameters { return Parameters{65} }

// MLDSA87 returns the largest set.
func MLDSA87() Parameters { return Parameters{87} }

func (params Parameters) choose(a, b, c int) int {
	switch params.set {
	case 44:
		return a
	case 65:
		return b
	case 87:
		return c
	}
	return 0
}

// PublicKeySize returns the size of public keys in bytes.
func (params Parameters) PublicKeySize() int {
	return params.choose(MLDSA44PublicKeySize, MLDSA65PublicKeySize, MLDSA87PublicKeySize)
}

// SignatureSize returns the size of signatures in bytes.
func (params Parameters) SignatureSize() int {
	return params.choose(MLDSA44SignatureSize, MLDSA65SignatureSize, MLDSA87SignatureSize)
}

func (params Parameters) String() string {
	switch params.set {
	case 44:
		return "ML-DSA-44"
	case 65:
		return "ML-DSA-65"
	case 87:
		return "ML-DSA-87"
	}
	return ""
}

// Options say how a message is signed.
type Options struct {
	// Context distinguishes signatures for different purposes; it has at most 255 bytes.
	Context string
}

// HashFunc returns 0, because the message itself is signed.
func (opts *Options) HashFunc() crypto.Hash { return 0 }

var (
	errParameters = errors.New("mldsa: invalid parameters")
	errContext    = errors.New("mldsa: context too long")
)

// A PrivateKey signs.
type PrivateKey struct {
	seed   []byte
	public *PublicKey
}

// GenerateKey returns a new key.
func GenerateKey(params Parameters) (*PrivateKey, error) {
	seed := make([]byte, PrivateKeySize)
	rand.Read(seed)
	return NewPrivateKey(params, seed)
}

// NewPrivateKey returns the private key with this seed.
func NewPrivateKey(params Parameters, seed []byte) (*PrivateKey, error) {
	if params.set == 0 {
		return nil, errParameters
	}
	if len(seed) != PrivateKeySize {
		return nil, errors.New("mldsa: invalid seed length")
	}
	seed = append([]byte(nil), seed...)
	return &PrivateKey{seed, &PublicKey{params, publicKey(params.set, seed)}}, nil
}

// Bytes returns the seed.
func (sk *PrivateKey) Bytes() []byte { return append([]byte(nil), sk.seed...) }

// Equal reports whether both keys are the same.
func (sk *PrivateKey) Equal(x crypto.PrivateKey) bool {
	other, ok := x.(*PrivateKey)
	return ok && other != nil && sk.public.Equal(other.public) && subtle.ConstantTimeCompare(sk.seed, other.seed) == 1
}

// Public returns the public key.
func (sk *PrivateKey) Public() crypto.PublicKey { return sk.PublicKey() }

// PublicKey returns the public key.
func (sk *PrivateKey) PublicKey() *PublicKey { return sk.public }

// Sign signs a message, or its representative if the hash function of opts is crypto.MLDSAMu. Sign ignores the
// reader.
func (sk *PrivateKey) Sign(_ io.Reader, message []byte, opts crypto.SignerOpts) (signature []byte, err error) {
	return sk.sign(message, opts, true)
}

// SignDeterministic is like Sign, but equal messages get equal signatures.
func (sk *PrivateKey) SignDeterministic(message []byte, opts crypto.SignerOpts) (signature []byte, err error) {
	return sk.sign(message, opts, false)
}

func (sk *PrivateKey) sign(message []byte, opts crypto.SignerOpts, random bool) ([]byte, error) {
	if sk.public == nil {
		return nil, errors.New("mldsa: zero private key")
	}
	mu, context := false, ""
	if opts != nil {
		switch opts.HashFunc() {
		case 0:
			if o, ok := opts.(*Options); ok && o != nil {
				context = o.Context
			}
		case crypto.MLDSAMu:
			mu = true
		default:
			return nil, errors.New("mldsa: invalid SignerOpts")
		}
	}
	if len(context) > 255 {
		return nil, errContext
	}
	if mu && len(message) != 64 {
		return nil, errors.New("mldsa: invalid message hash length")
	}
	if !mu {
		message = representative(sk.public.bytes, message, context)
	}
	var bytes []byte
	if random {
		bytes = sysrand.Seed()
	}
	signature := sign(sk.public.params.set, sk.seed, message, bytes)
	if signature == nil {
		return nil, errors.New("mldsa: the message could not be signed")
	}
	return signature, nil
}

// A PublicKey verifies signatures.
type PublicKey struct {
	params Parameters
	bytes  []byte
}

// NewPublicKey decodes a public key.
func NewPublicKey(params Parameters, encoding []byte) (*PublicKey, error) {
	if params.set == 0 {
		return nil, errParameters
	}
	if len(encoding) != params.PublicKeySize() {
		return nil, errors.New("mldsa: invalid public key length")
	}
	return &PublicKey{params, append([]byte(nil), encoding...)}, nil
}

// Bytes returns the encoding that NewPublicKey decodes.
func (pk *PublicKey) Bytes() []byte { return append([]byte(nil), pk.bytes...) }

// Equal reports whether both keys are the same.
func (pk *PublicKey) Equal(x crypto.PublicKey) bool {
	other, ok := x.(*PublicKey)
	return ok && other != nil && pk.params == other.params && subtle.ConstantTimeCompare(pk.bytes, other.bytes) == 1
}

// Parameters returns the parameters of the key.
func (pk *PublicKey) Parameters() Parameters {
	if pk.params.set == 0 {
		panic("mldsa: invalid parameters in public key")
	}
	return pk.params
}

// Verify returns nil if signature is a valid signature of message; nil opts stand for no context.
func Verify(pk *PublicKey, message []byte, signature []byte, opts *Options) error {
	if pk == nil {
		return errors.New("mldsa: nil public key")
	}
	if pk.params.set == 0 {
		return errors.New("mldsa: zero public key")
	}
	context := ""
	if opts != nil {
		context = opts.Context
	}
	if len(context) > 255 {
		return errContext
	}
	if len(signature) != pk.params.SignatureSize() {
		return errors.New("mldsa: invalid signature length")
	}
	switch verify(pk.params.set, pk.bytes, representative(pk.bytes, message, context), signature) {
	case 0:
		return nil
	case 1:
		return errors.New("mldsa: invalid signature")
	}
	return errors.New("mldsa: invalid signature encoding")
}
