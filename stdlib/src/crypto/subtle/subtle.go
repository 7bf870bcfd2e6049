// Package subtle has functions whose time does not depend on the secrets they work on.
package subtle

import "internal/alias"

// xorBytes writes n bytes of x xor y to dst.
func xorBytes(dst, x, y *byte, n int)

// ConstantTimeCompare returns 1 if the slices are equal, else 0; its time depends on their lengths only.
func ConstantTimeCompare(x, y []byte) int {
	if len(x) != len(y) {
		return 0
	}
	var diff byte
	for i := range x {
		diff |= x[i] ^ y[i]
	}
	return ConstantTimeByteEq(diff, 0)
}

// ConstantTimeSelect returns x if v is 1, and y if v is 0.
func ConstantTimeSelect(v, x, y int) int { return ^(v-1)&x | (v-1)&y }

// ConstantTimeByteEq returns 1 if x == y, else 0.
func ConstantTimeByteEq(x, y uint8) int { return int((uint32(x^y) - 1) >> 31) }

// ConstantTimeEq returns 1 if x == y, else 0.
func ConstantTimeEq(x, y int32) int { return int((uint64(uint32(x^y)) - 1) >> 63) }

// ConstantTimeCopy copies y to x if v is 1 and does nothing if v is 0. Slices of different lengths panic.
func ConstantTimeCopy(v int, x, y []byte) {
	if len(x) != len(y) {
		panic("subtle: slices have different lengths")
	}
	keep, take := byte(v-1), ^byte(v-1)
	for i := range x {
		x[i] = x[i]&keep | y[i]&take
	}
}

// ConstantTimeLessOrEq returns 1 if x <= y, else 0; both must be from 0 to 2^31-1.
func ConstantTimeLessOrEq(x, y int) int { return int((int32(x)-int32(y)-1)>>31) & 1 }

// XORBytes sets dst to x xor y, as far as the shorter one goes, and returns the number of bytes. XORBytes panics if dst
// is shorter.
func XORBytes(dst, x, y []byte) int {
	n := min(len(x), len(y))
	if n == 0 {
		return 0
	}
	if n > len(dst) {
		panic("subtle.XORBytes: dst too short")
	}
	if alias.InexactOverlap(dst[:n], x[:n]) || alias.InexactOverlap(dst[:n], y[:n]) {
		panic("subtle.XORBytes: invalid overlap")
	}
	xorBytes(&dst[0], &x[0], &y[0], n)
	return n
}

// WithDataIndependentTiming calls f. minigo has no processor mode to set for it.
func WithDataIndependentTiming(f func()) { f() }
