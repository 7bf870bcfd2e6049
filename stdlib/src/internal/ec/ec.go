// Package ec has the parts that elliptic, ecdsa and ecdh share: NIST's curves P-224, P-256, P-384 and P-521, identified by
// their number of bits, and X25519. Points are in the encodings of SEC 1, scalars big endian and as long as the curve's order.
package ec

import "errors"

// Multiply returns the product of the scalar by and the point, uncompressed; an empty point stands for the base point.
// The result is nil if point is not on the curve, or if by is zero or not less than the curve's order.
func Multiply(bits int, point, by []byte) []byte

// Add returns the sum of two points, uncompressed; nil if one of them is invalid, or one or the sum is at infinity.
func Add(bits int, x, y []byte) []byte

// Uncompressed returns the point, uncompressed; nil if it is invalid, or at infinity.
func Uncompressed(bits int, point []byte) []byte

// Sign returns the two numbers of an ECDSA signature of a hash, one after the other; nil if key is invalid. The nonce
// is computed by RFC 6979 with the SHA-2 function whose hashes have size bytes, with extra as additional data.
func Sign(bits int, key, hash, extra []byte, size int) []byte

// Verify reports whether signature, in the form of Sign's result, is valid for the hash.
func Verify(bits int, point, hash, signature []byte) bool

// X25519 returns scalar times the point, as RFC 7748 defines it; an empty point stands for the base point.
func X25519(scalar, point []byte) []byte

// A field is the information on a curve that CheckUncompressed needs.
type field struct {
	size    int
	prime   string // big endian
	point   string // the words for a point, and a coordinate, in errors
	element string
}

func fieldOf(bits int) field {
	const ones, zeros = "\xff\xff\xff\xff", "\x00\x00\x00\x00"
	const ones16 = ones + ones + ones + ones
	switch bits {
	case 224:
		return field{28, ones16 + zeros + zeros + "\x00\x00\x00\x01", "P224", "P224Element"}
	case 256:
		return field{32, ones + "\x00\x00\x00\x01" + zeros + zeros + zeros + ones + ones + ones, "P256", "P256 element"}
	case 384:
		return field{48, ones16 + ones + ones + ones + "\xff\xff\xff\xfe" + ones + zeros + zeros + ones, "P384", "P384Element"}
	}
	return field{66, "\x01\xff" + ones16 + ones16 + ones16 + ones16, "P521", "P521Element"}
}

// CheckUncompressed reports why the bytes, which begin like an uncompressed point, are invalid; nil if they are valid.
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
