// Package ec has what elliptic, ecdsa and ecdh share: NIST's curves P-256, P-384 and P-521, told apart by their number
// of bits, and X25519. Points are in the encodings of SEC 1, scalars big endian with the length of the curve's order.
package ec

// Multiply returns the product of the scalar by and the point, uncompressed; an empty point means the base point. The
// result is nil if point is not on the curve, or if by is zero or not less than the curve's order.
func Multiply(bits int, point, by []byte) []byte

// Add returns the sum of two points, uncompressed; nil if one of them, or the sum, is none but that at infinity.
func Add(bits int, x, y []byte) []byte

// Uncompressed returns the point, uncompressed; nil if it is none, or that at infinity.
func Uncompressed(bits int, point []byte) []byte

// Sign returns the two numbers of an ECDSA signature of a hash, one after the other; nil if key is no scalar. The nonce
// is computed by RFC 6979 with the SHA-2 function of size bytes, with extra as additional data.
func Sign(bits int, key, hash, extra []byte, size int) []byte

// Verify reports whether signature, as Sign returns it, is one of the hash.
func Verify(bits int, point, hash, signature []byte) bool

// X25519 returns scalar times the point of RFC 7748; no point means the base point.
func X25519(scalar, point []byte) []byte
