package x509

import (
	"crypto/dsa"
	"crypto/rsa"
	"encoding/asn1"
	"errors"
	"math/big"
)

var oidDSA = asn1.ObjectIdentifier{1, 2, 840, 10040, 4, 1}

// parseRSA reads the RSA key in a SubjectPublicKeyInfo.
func parseRSA(data derReader) (any, error) {
	pub, wrong := new(rsa.PublicKey), ""
	switch _, in, ok := data.takeInner(tagSequence); {
	case !ok:
		wrong = "invalid RSA public key"
	case !in.take(&pub.N):
		wrong = "invalid RSA modulus"
	case !in.take(&pub.E):
		wrong = "invalid RSA public exponent"
	case pub.N.Sign() <= 0:
		wrong = "RSA modulus is not a positive number"
	case pub.E <= 0:
		wrong = "RSA public exponent is not a positive number"
	default:
		return pub, nil
	}
	return nil, errors.New("x509: " + wrong)
}

// parseDSA reads the DSA key in a SubjectPublicKeyInfo.
func parseDSA(params, data derReader) (any, error) {
	pub := &dsa.PublicKey{}
	if !data.take(&pub.Y) {
		return nil, errors.New("x509: invalid DSA public key")
	}
	_, in, ok := params.takeInner(tagSequence)
	if !ok || !in.take(&pub.P) || !in.take(&pub.Q) || !in.take(&pub.G) {
		return nil, errors.New("x509: invalid DSA parameters")
	}
	for _, number := range [...]*big.Int{pub.Y, pub.P, pub.Q, pub.G} {
		if number.Sign() <= 0 {
			return nil, errors.New("x509: zero or negative DSA parameter")
		}
	}
	return pub, nil
}

// checkRSA checks the numbers of a key of two primes against each other, those for the Chinese remainder theorem among
// them, and stores the latter in the key. Numbers that the file lacks are computed.
func checkRSA(key *rsa.PrivateKey, in *pkcs1PrivateKey) error {
	switch {
	case key.N.Bit(0) == 0:
		return errors.New("crypto/rsa: public modulus is even")
	case key.E < 2:
		return errors.New("crypto/rsa: public exponent too small or negative")
	case key.E&1 == 0:
		return errors.New("crypto/rsa: public exponent is even")
	case key.E > 1<<31-1:
		return errors.New("crypto/rsa: public exponent too large")
	}
	if err := within(key.D, key.N); err != nil {
		return err
	}
	if len(key.Primes) > 2 {
		key.Precompute()
		return nil
	}
	one, p, q := big.NewInt(1), in.P, in.Q
	switch {
	case p.Cmp(one) == 0 || q.Cmp(one) == 0:
		return errors.New("modulus must be > 1")
	case p.BitLen() > key.N.BitLen() || q.BitLen() > key.N.BitLen():
		return errors.New("crypto/rsa: invalid prime")
	case new(big.Int).Mul(p, q).Cmp(key.N) != 0:
		return errors.New("crypto/rsa: p * q != n")
	}
	if in.Dp == nil || in.Dq == nil || in.Qinv == nil {
		in.Dp, in.Dq = new(big.Int).Mod(key.D, less(p)), new(big.Int).Mod(key.D, less(q))
		if in.Qinv = new(big.Int).ModInverse(q, p); in.Qinv == nil {
			return errors.New("crypto/rsa: invalid prime")
		}
	}
	if err := within(in.Qinv, p); err != nil {
		return err
	}
	if err := matches(key, in); err != nil {
		return err
	}
	key.Precomputed = rsa.PrecomputedValues{Dp: in.Dp, Dq: in.Dq, Qinv: in.Qinv}
	return nil
}

func less(n *big.Int) *big.Int { return new(big.Int).Sub(n, big.NewInt(1)) }

// within returns an error if a number is not below a modulus.
func within(n, modulus *big.Int) error {
	switch {
	case modulus.Cmp(big.NewInt(1)) <= 0:
		return errors.New("modulus must be > 1")
	case (n.BitLen()+7)/8 > (modulus.BitLen()+7)/8:
		return errors.New("input overflows the modulus size")
	case n.Cmp(modulus) >= 0:
		return errors.New("input overflows the modulus")
	}
	return nil
}

// matches checks the exponents, which are the private one modulo each prime less one, and the coefficient.
func matches(key *rsa.PrivateKey, in *pkcs1PrivateKey) error {
	one, e := big.NewInt(1), big.NewInt(int64(key.E))
	isInverse := func(a, b, modulus *big.Int) bool {
		product := new(big.Int).Mul(a, b)
		return product.Mod(product, modulus).Cmp(new(big.Int).Mod(one, modulus)) == 0
	}
	for _, pair := range [...][2]*big.Int{{in.Dp, in.P}, {in.Dq, in.Q}} {
		if order := less(pair[1]); pair[0].Cmp(order) >= 0 || !isInverse(pair[0], e, order) {
			return errors.New("crypto/rsa: invalid CRT exponent")
		}
	}
	if !isInverse(in.Qinv, in.Q, in.P) {
		return errors.New("crypto/rsa: invalid CRT coefficient")
	}
	for i, pair := range [...][2]*big.Int{{in.Dp, in.P}, {in.Dq, in.Q}} {
		if new(big.Int).Mod(key.D, less(pair[1])).Cmp(pair[0]) != 0 {
			return errors.New("crypto/rsa: d does not match d" + [...]string{"P", "Q"}[i])
		}
	}
	return nil
}
