// Package ecdsa implements the signatures of FIPS 186-5 over P-224, P-256, P-384 and P-521.
package ecdsa

import (
	"crypto"
	"crypto/ecdh"
	"crypto/elliptic"
	cryptorand "crypto/rand"
	"crypto/subtle"
	"encoding/asn1"
	"errors"
	"internal/ec"
	"io"
	"math/big"
)

// A PublicKey verifies signatures.
type PublicKey struct {
	elliptic.Curve
	// Deprecated: Use Bytes and ParseUncompressedPublicKey instead.
	X, Y *big.Int
}

// A PrivateKey signs.
type PrivateKey struct {
	PublicKey
	// Deprecated: Use Bytes and ParseRawPrivateKey instead.
	D *big.Int
}

var errCurve = errors.New("ecdsa: unsupported curve: minigo has P-224, P-256, P-384 and P-521")

// errECDH is returned for P-224, which package ecdh does not have.
var errECDH = errors.New("ecdsa: unsupported curve by crypto/ecdh")

// bits returns the number by which internal/ec knows the curve, and the length of a scalar.
func bits(c elliptic.Curve) (bits, size int, err error) {
	switch c {
	case elliptic.P224():
		return 224, 28, nil
	case elliptic.P256():
		return 256, 32, nil
	case elliptic.P384():
		return 384, 48, nil
	case elliptic.P521():
		return 521, 66, nil
	}
	return 0, 0, errCurve
}

// Equal reports whether both keys are the same.
func (pub *PublicKey) Equal(x crypto.PublicKey) bool {
	other, ok := x.(*PublicKey)
	return ok && pub.X.Cmp(other.X) == 0 && pub.Y.Cmp(other.Y) == 0 && pub.Curve == other.Curve
}

// point encodes the key.
func (pub *PublicKey) point() (point []byte, curve, size int, err error) {
	if curve, size, err = bits(pub.Curve); err != nil {
		return nil, 0, 0, err
	}
	if pub.X == nil || pub.Y == nil || !pub.Curve.IsOnCurve(pub.X, pub.Y) {
		return nil, 0, 0, errors.New("ecdsa: invalid public key")
	}
	return elliptic.Marshal(pub.Curve, pub.X, pub.Y), curve, size, nil
}

// Bytes encodes the key as an uncompressed point.
func (pub *PublicKey) Bytes() ([]byte, error) {
	point, _, _, err := pub.point()
	return point, err
}

// ECDH returns the key as a key of package ecdh.
func (pub *PublicKey) ECDH() (*ecdh.PublicKey, error) {
	point, curve, _, err := pub.point()
	if err != nil {
		return nil, err
	}
	if curve == 224 {
		return nil, errECDH
	}
	return ecdhCurve(curve).NewPublicKey(point)
}

func ecdhCurve(bits int) ecdh.Curve {
	switch bits {
	case 256:
		return ecdh.P256()
	case 384:
		return ecdh.P384()
	}
	return ecdh.P521()
}

// ParseUncompressedPublicKey parses a key that Bytes encoded.
func ParseUncompressedPublicKey(curve elliptic.Curve, data []byte) (*PublicKey, error) {
	if len(data) < 1 || data[0] != 4 {
		return nil, errors.New("ecdsa: invalid uncompressed public key")
	}
	b, size, err := bits(curve)
	if err != nil {
		return nil, err
	}
	if err := ec.CheckUncompressed(b, data); err != nil {
		return nil, err
	}
	return &PublicKey{curve, new(big.Int).SetBytes(data[1 : 1+size]), new(big.Int).SetBytes(data[1+size:])}, nil
}

// ParseRawPrivateKey parses a key that PrivateKey.Bytes encoded.
func ParseRawPrivateKey(curve elliptic.Curve, data []byte) (*PrivateKey, error) {
	b, size, err := bits(curve)
	if err != nil {
		return nil, err
	}
	if len(data) != size {
		return nil, errors.New("invalid scalar length")
	}
	if new(big.Int).SetBytes(data).Cmp(curve.Params().N) >= 0 {
		return nil, errors.New("input overflows the modulus")
	}
	point := ec.Multiply(b, nil, data)
	if point == nil {
		return nil, errors.New("ecdsa: invalid public key encoding")
	}
	pub, err := ParseUncompressedPublicKey(curve, point)
	if err != nil {
		return nil, err
	}
	return &PrivateKey{*pub, new(big.Int).SetBytes(data)}, nil
}

// GenerateKey returns a new key.
func GenerateKey(c elliptic.Curve, r io.Reader) (*PrivateKey, error) {
	_, size, err := bits(c)
	if err != nil {
		return nil, err
	}
	excess := uint(8*size - c.Params().N.BitLen())
	key := make([]byte, size)
	for {
		cryptorand.Read(key)
		// The key is the first N.BitLen() bits; a candidate is valid if it is not zero and less than the order.
		k := new(big.Int).SetBytes(key)
		k.Rsh(k, excess).FillBytes(key)
		if k.Sign() != 0 && k.Cmp(c.Params().N) < 0 {
			return ParseRawPrivateKey(c, key)
		}
	}
}

// Public returns the public key.
func (priv *PrivateKey) Public() crypto.PublicKey { return &priv.PublicKey }

// Equal reports whether both keys are the same.
func (priv *PrivateKey) Equal(x crypto.PrivateKey) bool {
	other, ok := x.(*PrivateKey)
	if !ok || !priv.PublicKey.Equal(&other.PublicKey) {
		return false
	}
	return subtle.ConstantTimeCompare(priv.D.Bytes(), other.D.Bytes()) == 1
}

// Bytes returns the scalar, as long as the curve's order.
func (priv *PrivateKey) Bytes() ([]byte, error) {
	_, size, err := bits(priv.Curve)
	if err != nil {
		return nil, err
	}
	if priv.D == nil || priv.D.Sign() <= 0 || priv.D.Cmp(priv.Curve.Params().N) >= 0 {
		return nil, errors.New("ecdsa: invalid private key")
	}
	return priv.D.FillBytes(make([]byte, size)), nil
}

// ECDH returns the key as a key of package ecdh.
func (priv *PrivateKey) ECDH() (*ecdh.PrivateKey, error) {
	key, err := priv.Bytes()
	if err != nil {
		return nil, err
	}
	b, _, _ := bits(priv.Curve)
	if b == 224 {
		return nil, errECDH
	}
	return ecdhCurve(b).NewPrivateKey(key)
}

// numbers signs, and returns both numbers of the signature, one after the other. With a nil rand the signature
// depends only on key, hash and hash function.
func (priv *PrivateKey) numbers(rand io.Reader, hash []byte, f crypto.Hash) ([]byte, error) {
	key, err := priv.Bytes()
	if err != nil {
		return nil, err
	}
	if len(hash) == 0 {
		return nil, errors.New("ecdsa: hash cannot be empty")
	}
	b, _, _ := bits(priv.Curve)
	size := 32
	var extra []byte
	if rand == nil {
		switch f {
		case crypto.SHA224, crypto.SHA256, crypto.SHA384, crypto.SHA512:
			size = f.Size()
		default:
			return nil, errors.New("ecdsa: minigo signs without randomness by SHA-2 only")
		}
		if size != len(hash) {
			return nil, errors.New("ecdsa: hash length does not match hash function")
		}
	} else {
		extra = make([]byte, 32)
		cryptorand.Read(extra)
	}
	signature := ec.Sign(b, key, hash, extra, size)
	if signature == nil {
		return nil, errors.New("ecdsa: invalid private key")
	}
	return signature, nil
}

type signature struct{ R, S *big.Int }

func split(s []byte) signature {
	half := len(s) / 2
	return signature{new(big.Int).SetBytes(s[:half]), new(big.Int).SetBytes(s[half:])}
}

// Sign signs a hash; the signature is in DER.
func (priv *PrivateKey) Sign(rand io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	var f crypto.Hash
	if opts != nil {
		f = opts.HashFunc()
	}
	s, err := priv.numbers(rand, digest, f)
	if err != nil {
		return nil, err
	}
	return asn1.Marshal(split(s))
}

// SignASN1 signs a hash; the signature is in DER.
func SignASN1(r io.Reader, priv *PrivateKey, hash []byte) ([]byte, error) {
	if r == nil {
		r = cryptorand.Reader
	}
	return priv.Sign(r, hash, nil)
}

// Sign signs a hash.
func Sign(rand io.Reader, priv *PrivateKey, hash []byte) (r, s *big.Int, err error) {
	if rand == nil {
		rand = cryptorand.Reader
	}
	both, err := priv.numbers(rand, hash, 0)
	if err != nil {
		return nil, nil, err
	}
	sig := split(both)
	return sig.R, sig.S, nil
}

// Verify reports whether r and s sign a hash.
func Verify(pub *PublicKey, hash []byte, r, s *big.Int) bool {
	point, curve, size, err := pub.point()
	if err != nil || len(hash) == 0 || r.Sign() <= 0 || s.Sign() <= 0 || r.BitLen() > 8*size || s.BitLen() > 8*size {
		return false
	}
	sig := make([]byte, 2*size)
	r.FillBytes(sig[:size])
	s.FillBytes(sig[size:])
	return ec.Verify(curve, point, hash, sig)
}

// VerifyASN1 reports whether sig, in DER, signs a hash.
func VerifyASN1(pub *PublicKey, hash, sig []byte) bool {
	var both asn1.RawValue
	if rest, err := asn1.Unmarshal(sig, &both); err != nil || len(rest) != 0 || both.Tag != asn1.TagSequence || both.Class != 0 || !both.IsCompound {
		return false
	}
	// Nothing may follow the two numbers, as it may in the sequences that package asn1 reads.
	var r, s *big.Int
	rest, err := asn1.Unmarshal(both.Bytes, &r)
	if err != nil {
		return false
	}
	rest, err = asn1.Unmarshal(rest, &s)
	return err == nil && len(rest) == 0 && Verify(pub, hash, r, s)
}
