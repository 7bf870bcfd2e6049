// Package elliptic has NIST's curves P-224, P-256, P-384 and P-521. The arithmetic of the last three is in
// internal/ec; this package computes on P-224, and on curves with a program's own parameters, with big integers.
package elliptic

import (
	"crypto/rand"
	"internal/ec"
	"io"
	"math/big"
	"sync"
)

// A Curve is an elliptic curve y² = x³ - 3x + b.
type Curve interface {
	Params() *CurveParams
	IsOnCurve(x, y *big.Int) bool
	Add(x1, y1, x2, y2 *big.Int) (x, y *big.Int)
	Double(x1, y1 *big.Int) (x, y *big.Int)
	ScalarMult(x1, y1 *big.Int, k []byte) (x, y *big.Int)
	ScalarBaseMult(k []byte) (x, y *big.Int)
}

// CurveParams are the parameters of a curve.
type CurveParams struct {
	P, N, B, Gx, Gy *big.Int
	BitSize         int
	Name            string
}

// Params returns c.
func (curve *CurveParams) Params() *CurveParams { return curve }

// IsOnCurve reports whether the point lies on the curve.
func (curve *CurveParams) IsOnCurve(x, y *big.Int) bool {
	if x.Sign() < 0 || x.Cmp(curve.P) >= 0 || y.Sign() < 0 || y.Cmp(curve.P) >= 0 {
		return false
	}
	if bits := curve.known(); bits != 0 {
		return ec.Uncompressed(bits, curve.uncompressed(x, y)) != nil
	}
	want := new(big.Int).Mul(x, x)
	want.Sub(want, big.NewInt(3)).Mul(want, x).Add(want, curve.B).Mod(want, curve.P)
	y2 := new(big.Int).Mul(y, y)
	return y2.Mod(y2, curve.P).Cmp(want) == 0
}

// known returns the number by which internal/ec knows the curve; 0 if it does not.
func (curve *CurveParams) known() int {
	for _, known := range []func() Curve{p256, p384, p521} {
		if p := known().Params(); p == curve || p.BitSize == curve.BitSize && p.B.Cmp(curve.B) == 0 && p.P.Cmp(curve.P) == 0 {
			return p.BitSize
		}
	}
	return 0
}

// bits returns known; it panics if that is 0.
func (curve *CurveParams) bits() int {
	bits := curve.known()
	if bits == 0 {
		panic("crypto/elliptic: minigo computes on P-256, P-384 and P-521 only")
	}
	return bits
}

func (curve *CurveParams) size() int { return (curve.BitSize + 7) / 8 }

// encode encodes a point; nil is the point at infinity.
func (curve *CurveParams) encode(x, y *big.Int) []byte {
	if x.Sign() == 0 && y.Sign() == 0 {
		return nil
	}
	if !curve.IsOnCurve(x, y) {
		panic("crypto/elliptic: attempted operation on invalid point")
	}
	return Marshal(curve, x, y)
}

// decode decodes a point; nil is the point at infinity.
func (curve *CurveParams) decode(point []byte) (x, y *big.Int) {
	if point == nil {
		return new(big.Int), new(big.Int)
	}
	size := curve.size()
	return new(big.Int).SetBytes(point[1 : 1+size]), new(big.Int).SetBytes(point[1+size:])
}

// Add returns the sum of two points.
func (curve *CurveParams) Add(x1, y1, x2, y2 *big.Int) (*big.Int, *big.Int) {
	p, q := curve.encode(x1, y1), curve.encode(x2, y2)
	switch {
	case p == nil:
		return curve.decode(q)
	case q == nil:
		return curve.decode(p)
	}
	return curve.decode(ec.Add(curve.bits(), p, q))
}

// Double returns twice the point.
func (curve *CurveParams) Double(x1, y1 *big.Int) (*big.Int, *big.Int) {
	return curve.Add(x1, y1, x1, y1)
}

// scalar reduces k modulo the curve's order, to the order's length.
func (curve *CurveParams) scalar(k []byte) []byte {
	n := new(big.Int).SetBytes(k)
	return n.Mod(n, curve.N).FillBytes(make([]byte, (curve.N.BitLen()+7)/8))
}

// ScalarMult returns k times a point; k is big endian.
func (curve *CurveParams) ScalarMult(x, y *big.Int, k []byte) (*big.Int, *big.Int) {
	p := curve.encode(x, y)
	if p == nil {
		return curve.decode(nil)
	}
	return curve.decode(ec.Multiply(curve.bits(), p, curve.scalar(k)))
}

// ScalarBaseMult returns k times the base point; k is big endian.
func (curve *CurveParams) ScalarBaseMult(k []byte) (*big.Int, *big.Int) {
	return curve.decode(ec.Multiply(curve.bits(), nil, curve.scalar(k)))
}

// A named curve differs from CurveParams in its type, as in Go.
type named struct{ *CurveParams }

func (c named) Params() *CurveParams { return c.CurveParams }

func curve(name string, bits int, p, n, b, gx, gy string) func() Curve {
	return sync.OnceValue(func() Curve {
		number := func(s string) *big.Int {
			n, ok := new(big.Int).SetString(s, 16)
			if !ok {
				panic("elliptic: bad constant")
			}
			return n
		}
		return &named{&CurveParams{number(p), number(n), number(b), number(gx), number(gy), bits, name}}
	})
}

var (
	p224 = curve("P-224", 224, "ffffffffffffffffffffffffffffffff000000000000000000000001",
		"ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d",
		"b4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4",
		"b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21",
		"bd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34")
	p256 = curve("P-256", 256, "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
		"ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
		"5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
		"6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
		"4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")
	p384 = curve("P-384", 384,
		"fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffff",
		"ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973",
		"b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef",
		"aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7",
		"3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f")
	p521 = curve("P-521", 521,
		"1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
		"1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409",
		"051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00",
		"0c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66",
		"11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650")
)

// P224 returns P-224.
func P224() Curve { return p224() }

// P256 returns P-256.
func P256() Curve { return p256() }

// P384 returns P-384.
func P384() Curve { return p384() }

// P521 returns P-521.
func P521() Curve { return p521() }

// GenerateKey returns a private key and its public point.
func GenerateKey(curve Curve, random io.Reader) (priv []byte, x, y *big.Int, err error) {
	n := curve.Params().N
	for {
		k, err := rand.Int(random, n)
		if err != nil {
			return nil, nil, nil, err
		}
		if k.Sign() != 0 {
			priv = k.FillBytes(make([]byte, (n.BitLen()+7)/8))
			x, y = curve.ScalarBaseMult(priv)
			return priv, x, y, nil
		}
	}
}

func mustBeOn(curve Curve, x, y *big.Int) {
	if !curve.IsOnCurve(x, y) {
		panic("crypto/elliptic: attempted operation on invalid point")
	}
}

// Marshal encodes a point, uncompressed.
func Marshal(curve Curve, x, y *big.Int) []byte {
	mustBeOn(curve, x, y)
	return curve.Params().uncompressed(x, y)
}

func (curve *CurveParams) uncompressed(x, y *big.Int) []byte {
	size := curve.size()
	out := make([]byte, 1+2*size)
	out[0] = 4
	x.FillBytes(out[1 : 1+size])
	y.FillBytes(out[1+size:])
	return out
}

// MarshalCompressed encodes a point by its x and the parity of its y.
func MarshalCompressed(curve Curve, x, y *big.Int) []byte {
	mustBeOn(curve, x, y)
	out := make([]byte, 1+curve.Params().size())
	out[0] = byte(y.Bit(0)) | 2
	x.FillBytes(out[1:])
	return out
}

// Unmarshal decodes an uncompressed point; the result is nil if the bytes are not a point of the
// curve.
func Unmarshal(curve Curve, data []byte) (x, y *big.Int) {
	size := curve.Params().size()
	if len(data) != 1+2*size || data[0] != 4 {
		return nil, nil
	}
	x, y = curve.Params().decode(data)
	if !curve.IsOnCurve(x, y) {
		return nil, nil
	}
	return x, y
}

// UnmarshalCompressed decodes a compressed point; the result is nil if the bytes are not a point of
// the curve.
func UnmarshalCompressed(curve Curve, data []byte) (x, y *big.Int) {
	p := curve.Params()
	if len(data) != 1+p.size() || data[0] != 2 && data[0] != 3 {
		return nil, nil
	}
	if bits := p.known(); bits != 0 {
		point := ec.Uncompressed(bits, data)
		if point == nil {
			return nil, nil
		}
		return p.decode(point)
	}
	x = new(big.Int).SetBytes(data[1:])
	if x.Cmp(p.P) >= 0 {
		return nil, nil
	}
	y = new(big.Int).Mul(x, x)
	y.Sub(y, big.NewInt(3)).Mul(y, x).Add(y, p.B).Mod(y, p.P)
	if y = y.ModSqrt(y, p.P); y == nil {
		return nil, nil
	}
	if byte(y.Bit(0)) != data[0]&1 {
		y.Neg(y).Mod(y, p.P)
	}
	if !curve.IsOnCurve(x, y) {
		return nil, nil
	}
	return x, y
}
