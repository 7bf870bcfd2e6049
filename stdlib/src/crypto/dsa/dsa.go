// Package dsa implements DSA signatures (FIPS 186-3). New programs should not use them.
package dsa

import (
	"errors"
	"internal/sysrand"
	"io"
	"math/big"
)

// Parameters are the parameters that keys may share: primes P and Q, and G, a generator of a group of Q elements.
type Parameters struct {
	P, Q, G *big.Int
}

// A PublicKey has the number Y = G**X mod P.
type PublicKey struct {
	Parameters
	Y *big.Int
}

// A PrivateKey has the secret number X.
type PrivateKey struct {
	PublicKey
	X *big.Int
}

// ErrInvalidPublicKey means that this package cannot use the key.
var ErrInvalidPublicKey = errors.New("crypto/dsa: invalid public key")

// ParameterSizes selects how many bits P and Q have.
type ParameterSizes int

// The sizes that FIPS 186-3 allows.
const (
	L1024N160 ParameterSizes = iota
	L2048N224
	L2048N256
	L3072N256
)

// newParameters returns P, Q and G of a size, each as long as P, one after the other.
func newParameters(size int, seed []byte) []byte

// newKey returns Y and X, each as long as p, one after the other; nil if p, q and g are invalid.
func newKey(p, q, g, seed []byte) []byte

// sign returns r and s, each as long as p, one after the other, for a hash as long as q; nil if the numbers are no
// key.
func sign(p, q, g, y, x, hash, seed []byte) []byte

// verify reports whether a signature is right.
func verify(p, q, g, y, hash, r, s []byte) bool

var errParameters = errors.New("crypto/dsa: the numbers are no parameters")

// parts divides b into n big-endian numbers of equal length.
func parts(b []byte, n int) []*big.Int {
	numbers := make([]*big.Int, n)
	for i := range numbers {
		numbers[i] = new(big.Int).SetBytes(b[len(b)/n*i : len(b)/n*(i+1)])
	}
	return numbers
}

// GenerateParameters sets params to new ones, which takes long. The randomness is the machine's, not that of rand.
func GenerateParameters(params *Parameters, rand io.Reader, sizes ParameterSizes) error {
	if sizes < L1024N160 || sizes > L3072N256 {
		return errors.New("crypto/dsa: invalid ParameterSizes")
	}
	made := newParameters(int(sizes), sysrand.Seed())
	if made == nil {
		return errParameters
	}
	n := parts(made, 3)
	params.P, params.Q, params.G = n[0], n[1], n[2]
	return nil
}

// areUsable reports whether P, Q and G are set, P is odd, and Q and G lie strictly between 1 and P.
func (p *Parameters) areUsable() bool {
	one := big.NewInt(1)
	return p.P != nil && p.Q != nil && p.G != nil &&
		p.P.Bit(0) == 1 && p.Q.Cmp(one) > 0 && p.Q.Cmp(p.P) < 0 && p.G.Cmp(one) > 0 && p.G.Cmp(p.P) < 0
}

// GenerateKey sets the numbers of a new key for the parameters that priv has. The machine's own randomness is used,
// whatever rand is.
func GenerateKey(priv *PrivateKey, rand io.Reader) error {
	if priv.P == nil || priv.Q == nil || priv.G == nil {
		return errors.New("crypto/dsa: parameters not set up before generating key")
	}
	if !priv.areUsable() {
		return ErrInvalidPublicKey
	}
	made := newKey(priv.P.Bytes(), priv.Q.Bytes(), priv.G.Bytes(), sysrand.Seed())
	if made == nil {
		return errParameters
	}
	n := parts(made, 2)
	priv.Y, priv.X = n[0], n[1]
	return nil
}

// reduced returns the hash modulo q, as many bytes as q has.
func reduced(hash []byte, q *big.Int) []byte {
	n := new(big.Int).SetBytes(hash)
	return n.Mod(n, q).FillBytes(make([]byte, q.BitLen()/8))
}

// Sign signs the hash of a message, which should not be longer than Q. The machine's own randomness is used, whatever
// random is.
func Sign(random io.Reader, priv *PrivateKey, hash []byte) (r, s *big.Int, err error) {
	if !priv.areUsable() || priv.X == nil || priv.X.Sign() <= 0 || priv.X.Cmp(priv.Q) >= 0 || priv.Q.BitLen()%8 != 0 {
		return nil, nil, ErrInvalidPublicKey
	}
	// Sign computes Y from X, because some keys come without Y.
	y := new(big.Int).Exp(priv.G, priv.X, priv.P)
	made := sign(priv.P.Bytes(), priv.Q.Bytes(), priv.G.Bytes(), y.Bytes(), priv.X.Bytes(), reduced(hash, priv.Q), sysrand.Seed())
	if made == nil {
		return nil, nil, ErrInvalidPublicKey
	}
	n := parts(made, 2)
	return n[0], n[1], nil
}

// Verify reports whether r and s are a signature of the hash, which should not be longer than Q.
func Verify(pub *PublicKey, hash []byte, r, s *big.Int) bool {
	if !pub.areUsable() || pub.Y == nil || pub.Y.Cmp(big.NewInt(1)) <= 0 || pub.Y.Cmp(pub.P) >= 0 || pub.Q.BitLen()%8 != 0 {
		return false
	}
	if r.Sign() <= 0 || r.Cmp(pub.Q) >= 0 || s.Sign() <= 0 || s.Cmp(pub.Q) >= 0 {
		return false
	}
	return verify(pub.P.Bytes(), pub.Q.Bytes(), pub.G.Bytes(), pub.Y.Bytes(), reduced(hash, pub.Q), r.Bytes(), s.Bytes())
}
