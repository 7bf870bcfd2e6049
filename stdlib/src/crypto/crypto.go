// Package crypto has the types that cryptographic packages share.
package crypto

import (
	"hash"
	"io"
	"strconv"
)

// A Hash names a hash function.
type Hash uint

// The hash functions. One is available if the program has its package: the library has MD5, SHA1 and those of SHA-2.
const (
	MD4 Hash = 1 + iota
	MD5
	SHA1
	SHA224
	SHA256
	SHA384
	SHA512
	MD5SHA1
	RIPEMD160
	SHA3_224
	SHA3_256
	SHA3_384
	SHA3_512
	SHA512_224
	SHA512_256
	BLAKE2s_256
	BLAKE2b_256
	BLAKE2b_384
	BLAKE2b_512
	// MLDSAMu stands for a message representative of ML-DSA, and is no hash function.
	MLDSAMu
	unknown
)

var known = [unknown]struct {
	name string
	size int
}{
	MD4:         {"MD4", 16},
	MD5:         {"MD5", 16},
	SHA1:        {"SHA-1", 20},
	SHA224:      {"SHA-224", 28},
	SHA256:      {"SHA-256", 32},
	SHA384:      {"SHA-384", 48},
	SHA512:      {"SHA-512", 64},
	MD5SHA1:     {"MD5+SHA1", 36},
	RIPEMD160:   {"RIPEMD-160", 20},
	SHA3_224:    {"SHA3-224", 28},
	SHA3_256:    {"SHA3-256", 32},
	SHA3_384:    {"SHA3-384", 48},
	SHA3_512:    {"SHA3-512", 64},
	SHA512_224:  {"SHA-512/224", 28},
	SHA512_256:  {"SHA-512/256", 32},
	BLAKE2s_256: {"BLAKE2s-256", 32},
	BLAKE2b_256: {"BLAKE2b-256", 32},
	BLAKE2b_384: {"BLAKE2b-384", 48},
	BLAKE2b_512: {"BLAKE2b-512", 64},
	MLDSAMu:     {"ML-DSA μ message representative", 64},
}

// hashes has the functions that the packages of hash functions have registered.
var hashes [unknown]func() hash.Hash

// HashFunc returns h: a Hash can be the options of a Signer.
func (h Hash) HashFunc() Hash { return h }

// String returns the function's name.
func (h Hash) String() string {
	if h == 0 || h >= unknown {
		return "unknown hash value " + strconv.FormatInt(int64(h), 10)
	}
	return known[h].name
}

// Size returns the length of a hash in bytes; it panics if h is unknown.
func (h Hash) Size() int {
	if h > 0 && h < unknown {
		return known[h].size
	}
	panic("crypto: Size of unknown hash function")
}

// New returns a new hash; it panics if the program does not link the function's package.
func (h Hash) New() hash.Hash {
	if h.Available() {
		return hashes[h]()
	}
	panic("crypto: requested hash function unavailable: " + h.String())
}

// Available reports whether New works.
func (h Hash) Available() bool { return h < unknown && hashes[h] != nil }

// RegisterHash registers the function that New calls for h.
func RegisterHash(h Hash, f func() hash.Hash) {
	if h == 0 || h >= unknown {
		panic("crypto: RegisterHash of unknown hash function")
	}
	if h == MLDSAMu {
		panic("crypto: cannot RegisterHash for MLDSAMu")
	}
	hashes[h] = f
}

// A PublicKey is a public key of any algorithm. The library's public keys have a method Equal(x
// crypto.PublicKey) bool.
type PublicKey any

// A PrivateKey is a private key of any algorithm. The library's private keys have methods Public()
// crypto.PublicKey and Equal(x crypto.PrivateKey) bool.
type PrivateKey any

// A Signer signs with a private key, which may lie in another process or device.
type Signer interface {
	// Public returns the public key that belongs to the private key.
	Public() PublicKey
	// Sign signs the digest, which opts.HashFunc made from the message; the message itself if HashFunc is 0.
	Sign(rand io.Reader, digest []byte, opts SignerOpts) (signature []byte, err error)
}

// A MessageSigner can hash the message itself.
type MessageSigner interface {
	Signer
	SignMessage(rand io.Reader, msg []byte, opts SignerOpts) (signature []byte, err error)
}

// SignerOpts are options for signing.
type SignerOpts interface {
	// HashFunc returns the function that the message was hashed with, 0 if it was not.
	HashFunc() Hash
}

// A Decrypter decrypts with a private key, which may lie in another process or device.
type Decrypter interface {
	// Public returns the public key that belongs to the private key.
	Public() PublicKey
	// Decrypt decrypts msg; the algorithm defines the types of opts.
	Decrypt(rand io.Reader, msg []byte, opts DecrypterOpts) (plaintext []byte, err error)
}

// DecrypterOpts are options for decrypting.
type DecrypterOpts any

// SignMessage signs msg: a MessageSigner hashes it itself, for others it is hashed with the function of opts.
func SignMessage(signer Signer, rand io.Reader, msg []byte, opts SignerOpts) (signature []byte, err error) {
	whole, ok := signer.(MessageSigner)
	if ok {
		return whole.SignMessage(rand, msg, opts)
	}
	digest, err := hashed(msg, opts.HashFunc())
	if err != nil {
		return nil, err
	}
	return signer.Sign(rand, digest, opts)
}

// hashed returns the hash of msg by h, and msg itself if h is 0.
func hashed(msg []byte, h Hash) ([]byte, error) {
	switch {
	case h == 0:
		return msg, nil
	case !h.Available():
		return nil, unavailable(h)
	}
	hash := h.New()
	_, err := hash.Write(msg)
	return hash.Sum(nil), err
}

type unavailable Hash

func (h unavailable) Error() string {
	return "crypto: requested hash function unavailable: " + Hash(h).String()
}

// A Decapsulator has the private key of a key encapsulation mechanism.
type Decapsulator interface {
	Encapsulator() Encapsulator
	Decapsulate(ciphertext []byte) (sharedKey []byte, err error)
}

// An Encapsulator has the public key of a key encapsulation mechanism.
type Encapsulator interface {
	Bytes() []byte
	Encapsulate() (sharedKey, ciphertext []byte)
}
