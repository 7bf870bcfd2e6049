// Package mldsa has ML-DSA, the signatures of FIPS 204 that quantum computers are not known to forge.
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

// publicKey returns the public key that belongs to a seed, by the number of a set of parameters: 44, 65 or 87.
func publicKey(set int, seed []byte) []byte

// representative returns the 64 bytes that stand for a message with a context of up to 255 bytes.
func representative(public, message []byte, context string) []byte

// sign signs what stands for a message; nil if it cannot be done. Without random bytes the signature is always the same.
func sign(set int, seed, mu, random []byte) []byte

// verify tells whether a signature of the right size is that of what stands for a message: 0 if so, 1 if not, 2 if it
// encodes none.
func verify(set int, public, mu, signature []byte) int

// Parameters are one of the three sets of FIPS 204.
type Parameters struct{ set int }

// MLDSA44 is the smallest set.
func MLDSA44() Parameters { return Parameters{44} }

// MLDSA65 is the middle set.
func MLDSA65() Parameters { return Parameters{65} }

// MLDSA87 is the largest set.
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

// PublicKeySize is that of public keys in bytes.
func (params Parameters) PublicKeySize() int {
	return params.choose(MLDSA44PublicKeySize, MLDSA65PublicKeySize, MLDSA87PublicKeySize)
}

// SignatureSize is that of signatures in bytes.
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
	// Context tells signatures for different purposes apart; 255 bytes at most.
	Context string
}

// HashFunc is 0: the message itself is signed.
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

// GenerateKey makes a key.
func GenerateKey(params Parameters) (*PrivateKey, error) {
	seed := make([]byte, PrivateKeySize)
	rand.Read(seed)
	return NewPrivateKey(params, seed)
}

// NewPrivateKey returns the key of a seed.
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

// Bytes is the seed.
func (sk *PrivateKey) Bytes() []byte { return append([]byte(nil), sk.seed...) }

// Equal reports whether both keys are the same.
func (sk *PrivateKey) Equal(x crypto.PrivateKey) bool {
	other, ok := x.(*PrivateKey)
	return ok && other != nil && sk.public.Equal(other.public) && subtle.ConstantTimeCompare(sk.seed, other.seed) == 1
}

// Public is the public key.
func (sk *PrivateKey) Public() crypto.PublicKey { return sk.PublicKey() }

// PublicKey is the public key.
func (sk *PrivateKey) PublicKey() *PublicKey { return sk.public }

// Sign signs a message, or its representative if the hash function of opts is crypto.MLDSAMu. The reader does not matter.
func (sk *PrivateKey) Sign(_ io.Reader, message []byte, opts crypto.SignerOpts) (signature []byte, err error) {
	return sk.sign(message, opts, true)
}

// SignDeterministic is like Sign, and equal messages have equal signatures.
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

// A PublicKey checks signatures.
type PublicKey struct {
	params Parameters
	bytes  []byte
}

// NewPublicKey reads a key.
func NewPublicKey(params Parameters, encoding []byte) (*PublicKey, error) {
	if params.set == 0 {
		return nil, errParameters
	}
	if len(encoding) != params.PublicKeySize() {
		return nil, errors.New("mldsa: invalid public key length")
	}
	return &PublicKey{params, append([]byte(nil), encoding...)}, nil
}

// Bytes is the key as NewPublicKey reads it.
func (pk *PublicKey) Bytes() []byte { return append([]byte(nil), pk.bytes...) }

// Equal reports whether both keys are the same.
func (pk *PublicKey) Equal(x crypto.PublicKey) bool {
	other, ok := x.(*PublicKey)
	return ok && other != nil && pk.params == other.params && subtle.ConstantTimeCompare(pk.bytes, other.bytes) == 1
}

// Parameters are those of the key.
func (pk *PublicKey) Parameters() Parameters {
	if pk.params.set == 0 {
		panic("mldsa: invalid parameters in public key")
	}
	return pk.params
}

// Verify returns nil if signature is one of message; nil opts are those without a context.
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
