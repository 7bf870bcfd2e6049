// Package ec has what elliptic, ecdsa and ecdh share: NIST's curves P-256, P-384 and P-521, told apart by their number
// of bits, and X25519. Points are in the encodings of SEC 1, scalars big endian with the length of the curve's order.
package ec

import "errors"

// Multiply returns by times the point, uncompressed; no point means the base point. It is nil if point is none, or by
// is zero or not less than the curve's order.
func Multiply(bits int, point, by []byte) []byte

// Add returns the sum of two points, uncompressed; nil if one of them, or the sum, is none but that at infinity.
func Add(bits int, x, y []byte) []byte

// Uncompressed returns the point, uncompressed; nil if it is none, or that at infinity.
func Uncompressed(bits int, point []byte) []byte

// Sign returns the two numbers of an ECDSA signature of a hash, one after the other; nil if key is no scalar. Its nonce
// is that of RFC 6979 by SHA-2 of size bytes, with extra as additional data.
func Sign(bits int, key, hash, extra []byte, size int) []byte

// Verify reports whether signature, as Sign returns it, is one of the hash.
func Verify(bits int, point, hash, signature []byte) bool

// X25519 returns scalar times the point of RFC 7748; no point means the base point.
func X25519(scalar, point []byte) []byte

// A field is what CheckUncompressed knows of a curve.
type field struct {
	size    int
	prime   string // big endian
	point   string // how errors name a point, and a coordinate
	element string
}

func fieldOf(bits int) field {
	const ones, zeros = "\xff\xff\xff\xff", "\x00\x00\x00\x00"
	const ones16 = ones + ones + ones + ones
	switch bits {
	case 256:
		return field{32, ones + "\x00\x00\x00\x01" + zeros + zeros + zeros + ones + ones + ones, "P256", "P256 element"}
	case 384:
		return field{48, ones16 + ones + ones + ones + "\xff\xff\xff\xfe" + ones + zeros + zeros + ones, "P384", "P384Element"}
	}
	return field{66, "\x01\xff" + ones16 + ones16 + ones16 + ones16, "P521", "P521Element"}
}

// CheckUncompressed reports why the bytes, which begin as an uncompressed point does, are none; nil if they are one.
func CheckUncompressed(bits int, point []byte) error {
	f := fieldOf(bits)
	if len(point) != 1+2*f.size {
		return errors.New("invalid " + f.point + " point encoding")
	}
	if string(point[1:1+f.size]) >= f.prime || string(point[1+f.size:]) >= f.prime {
		return errors.New("invalid " + f.element + " encoding")
	}
	if Uncompressed(bits, point) == nil {
		return errors.New(f.point + " point not on curve")
	}
	return nil
}
