// Package bits counts and moves bits. The functions without a body are instructions of the machine.
package bits

// UintSize is the size of a uint.
const UintSize = 64

// LeadingZeros64 counts the leading zero bits; 64 for 0.
func LeadingZeros64(x uint64) int

// TrailingZeros64 counts the trailing zero bits; 64 for 0.
func TrailingZeros64(x uint64) int

// OnesCount64 counts the one bits.
func OnesCount64(x uint64) int

// Reverse64 reverses the bits.
func Reverse64(x uint64) uint64

// ReverseBytes64 reverses the bytes.
func ReverseBytes64(x uint64) uint64

// Mul64 returns the whole product.
func Mul64(x, y uint64) (hi, lo uint64)

// div64 returns hi:lo / y; it panics with a run-time error if y <= hi.
func div64(hi, lo, y uint64) (quo, rem uint64)

// LeadingZeros counts the leading zero bits.
func LeadingZeros(x uint) int { return LeadingZeros64(uint64(x)) }

// LeadingZeros8 counts the leading zero bits.
func LeadingZeros8(x uint8) int { return LeadingZeros64(uint64(x)) - 56 }

// LeadingZeros16 counts the leading zero bits.
func LeadingZeros16(x uint16) int { return LeadingZeros64(uint64(x)) - 48 }

// LeadingZeros32 counts the leading zero bits.
func LeadingZeros32(x uint32) int { return LeadingZeros64(uint64(x)) - 32 }

// TrailingZeros counts the trailing zero bits.
func TrailingZeros(x uint) int { return TrailingZeros64(uint64(x)) }

// TrailingZeros8 counts the trailing zero bits.
func TrailingZeros8(x uint8) int { return TrailingZeros64(uint64(x) | 1<<8) }

// TrailingZeros16 counts the trailing zero bits.
func TrailingZeros16(x uint16) int { return TrailingZeros64(uint64(x) | 1<<16) }

// TrailingZeros32 counts the trailing zero bits.
func TrailingZeros32(x uint32) int { return TrailingZeros64(uint64(x) | 1<<32) }

// OnesCount counts the one bits.
func OnesCount(x uint) int { return OnesCount64(uint64(x)) }

// OnesCount8 counts the one bits.
func OnesCount8(x uint8) int { return OnesCount64(uint64(x)) }

// OnesCount16 counts the one bits.
func OnesCount16(x uint16) int { return OnesCount64(uint64(x)) }

// OnesCount32 counts the one bits.
func OnesCount32(x uint32) int { return OnesCount64(uint64(x)) }

// Len returns the number of bits needed for x.
func Len(x uint) int { return 64 - LeadingZeros64(uint64(x)) }

// Len8 returns the number of bits needed for x.
func Len8(x uint8) int { return 64 - LeadingZeros64(uint64(x)) }

// Len16 returns the number of bits needed for x.
func Len16(x uint16) (n int) { return 64 - LeadingZeros64(uint64(x)) }

// Len32 returns the number of bits needed for x.
func Len32(x uint32) (n int) { return 64 - LeadingZeros64(uint64(x)) }

// Len64 returns the number of bits needed for x.
func Len64(x uint64) (n int) { return 64 - LeadingZeros64(x) }

// Reverse reverses the bits.
func Reverse(x uint) uint { return uint(Reverse64(uint64(x))) }

// Reverse8 reverses the bits.
func Reverse8(x uint8) uint8 { return uint8(Reverse64(uint64(x)) >> 56) }

// Reverse16 reverses the bits.
func Reverse16(x uint16) uint16 { return uint16(Reverse64(uint64(x)) >> 48) }

// Reverse32 reverses the bits.
func Reverse32(x uint32) uint32 { return uint32(Reverse64(uint64(x)) >> 32) }

// ReverseBytes reverses the bytes.
func ReverseBytes(x uint) uint { return uint(ReverseBytes64(uint64(x))) }

// ReverseBytes16 reverses the bytes.
func ReverseBytes16(x uint16) uint16 { return x>>8 | x<<8 }

// ReverseBytes32 reverses the bytes.
func ReverseBytes32(x uint32) uint32 { return uint32(ReverseBytes64(uint64(x)) >> 32) }

// RotateLeft rotates k bits to the left, to the right if k is negative.
func RotateLeft(x uint, k int) uint {
	s := uint(k) & 63
	return x<<s | x>>(64-s)
}

// RotateLeft8 rotates k bits to the left, to the right if k is negative.
func RotateLeft8(x uint8, k int) uint8 {
	s := uint(k) & 7
	return x<<s | x>>(8-s)
}

// RotateLeft16 rotates k bits to the left, to the right if k is negative.
func RotateLeft16(x uint16, k int) uint16 {
	s := uint(k) & 15
	return x<<s | x>>(16-s)
}

// RotateLeft32 rotates k bits to the left, to the right if k is negative.
func RotateLeft32(x uint32, k int) uint32 {
	s := uint(k) & 31
	return x<<s | x>>(32-s)
}

// RotateLeft64 rotates k bits to the left, to the right if k is negative.
func RotateLeft64(x uint64, k int) uint64 {
	s := uint(k) & 63
	return x<<s | x>>(64-s)
}

// Add returns x+y+carry, and the carry out.
func Add(x, y, carry uint) (sum, carryOut uint) {
	sum = x + y + carry
	return sum, (x&y | (x|y)&^sum) >> 63
}

// Add32 returns x+y+carry, and the carry out.
func Add32(x, y, carry uint32) (sum, carryOut uint32) {
	s := uint64(x) + uint64(y) + uint64(carry)
	return uint32(s), uint32(s >> 32)
}

// Add64 returns x+y+carry, and the carry out.
func Add64(x, y, carry uint64) (sum, carryOut uint64) {
	sum = x + y + carry
	return sum, (x&y | (x|y)&^sum) >> 63
}

// Sub returns x-y-borrow, and the borrow out.
func Sub(x, y, borrow uint) (diff, borrowOut uint) {
	diff = x - y - borrow
	return diff, (^x&y | ^(x^y)&diff) >> 63
}

// Sub32 returns x-y-borrow, and the borrow out.
func Sub32(x, y, borrow uint32) (diff, borrowOut uint32) {
	diff = x - y - borrow
	return diff, (^x&y | ^(x^y)&diff) >> 31
}

// Sub64 returns x-y-borrow, and the borrow out.
func Sub64(x, y, borrow uint64) (diff, borrowOut uint64) {
	diff = x - y - borrow
	return diff, (^x&y | ^(x^y)&diff) >> 63
}

// Mul returns the whole product.
func Mul(x, y uint) (hi, lo uint) {
	h, l := Mul64(uint64(x), uint64(y))
	return uint(h), uint(l)
}

// Mul32 returns the whole product.
func Mul32(x, y uint32) (hi, lo uint32) {
	p := uint64(x) * uint64(y)
	return uint32(p >> 32), uint32(p)
}

// Div returns hi:lo / y, which must fit into a word.
func Div(hi, lo, y uint) (quo, rem uint) {
	q, r := Div64(uint64(hi), uint64(lo), uint64(y))
	return uint(q), uint(r)
}

// Div32 returns hi:lo / y, which must fit into a word.
func Div32(hi, lo, y uint32) (quo, rem uint32) {
	if y <= hi {
		div64(uint64(hi), uint64(lo), uint64(y))
	}
	z := uint64(hi)<<32 | uint64(lo)
	return uint32(z / uint64(y)), uint32(z % uint64(y))
}

// Div64 returns hi:lo / y, which must fit into a word.
func Div64(hi, lo, y uint64) (quo, rem uint64) {
	return div64(hi, lo, y)
}

// Rem returns hi:lo % y.
func Rem(hi, lo, y uint) uint { return uint(Rem64(uint64(hi), uint64(lo), uint64(y))) }

// Rem32 returns hi:lo % y.
func Rem32(hi, lo, y uint32) uint32 { return uint32((uint64(hi)<<32 | uint64(lo)) % uint64(y)) }

// Rem64 returns hi:lo % y.
func Rem64(hi, lo, y uint64) uint64 {
	_, r := div64(hi%y, lo, y)
	return r
}
