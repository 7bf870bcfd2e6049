package big

import (
	"math/bits"
	"math/rand"
	"slices"
)

// A Word is one digit of a number of arbitrary size.
type Word uint

const wordBits = bits.UintSize

// nat is a natural number: its digits in base 1<<wordBits, the least significant first, the last not zero. Operations
// return new numbers and do not change their operands.
type nat []Word

var (
	natOne  = nat{1}
	natTwo  = nat{2}
	natFive = nat{5}
	natTen  = nat{10}
)

// natAdd returns x + y.
func natAdd(x, y []Word) []Word

// natSub returns x - y; y is not larger than x.
func natSub(x, y []Word) []Word

// natMul returns x * y.
func natMul(x, y []Word) []Word

// natDiv returns x / y and x % y; y is not zero.
func natDiv(x, y []Word) (q, r []Word)

// natCmp compares: -1, 0 or 1.
func natCmp(x, y []Word) int

// natPower returns x**y % m; m is not zero.
func natPower(x, y, m []Word) []Word

// shiftLeft writes x << by to z, which has one more word than x; by is less than wordBits.
func shiftLeft(z, x []Word, by uint)

// shiftRight writes x >> by to z, which is as long as x; by is less than wordBits.
func shiftRight(z, x []Word, by uint)

// toDigits returns the values of the digits of x in a base of at most 256, the most significant first: at least one.
func toDigits(x []Word, base uint) []byte

// fromDigits returns the opposite.
func fromDigits(digits []byte, base uint) []Word

// natRoot returns the integer square root.
func natRoot(x []Word) []Word

// natGCD returns the greatest common divisor.
func natGCD(x, y []Word) []Word

func natOf(x uint64) nat {
	if x == 0 {
		return nil
	}
	return nat{Word(x)}
}

func (x nat) norm() nat {
	n := len(x)
	for n > 0 && x[n-1] == 0 {
		n--
	}
	return x[:n]
}

func (x nat) clone() nat { return slices.Clone(x) }

func (x nat) add(y nat) nat { return natAdd(x, y) }

func (x nat) sub(y nat) nat {
	if natCmp(x, y) < 0 {
		panic("underflow")
	}
	return natSub(x, y)
}

func (x nat) mul(y nat) nat { return natMul(x, y) }

func (x nat) cmp(y nat) int { return natCmp(x, y) }

func (x nat) div(y nat) (q, r nat) {
	if len(y) == 0 {
		panic("division by zero")
	}
	if natCmp(x, y) < 0 {
		return nil, x
	}
	return natDiv(x, y)
}

func (x nat) mod(y nat) nat {
	_, r := x.div(y)
	return r
}

func (x nat) low() uint64 {
	if len(x) == 0 {
		return 0
	}
	return uint64(x[0])
}

func (x nat) bitLen() int {
	if len(x) == 0 {
		return 0
	}
	return (len(x)-1)*wordBits + bits.Len(uint(x[len(x)-1]))
}

func (x nat) trailingZeroBits() uint {
	for i, w := range x {
		if w != 0 {
			return uint(i*wordBits + bits.TrailingZeros(uint(w)))
		}
	}
	return 0
}

func (x nat) shl(by uint) nat {
	if len(x) == 0 {
		return nil
	}
	skip := int(by / wordBits)
	z := make(nat, skip+len(x)+1)
	shiftLeft(z[skip:], x, by%wordBits)
	return z.norm()
}

func (x nat) shr(by uint) nat {
	skip := by / wordBits
	if skip >= uint(len(x)) {
		return nil
	}
	z := make(nat, len(x)-int(skip))
	shiftRight(z, x[skip:], by%wordBits)
	return z.norm()
}

func (x nat) bit(i uint) uint {
	if j := i / wordBits; j < uint(len(x)) {
		return uint(x[j]>>(i%wordBits)) & 1
	}
	return 0
}

func (x nat) withBit(i uint, b uint) nat {
	j, mask := int(i/wordBits), Word(1)<<(i%wordBits)
	switch b {
	case 0:
		z := x.clone()
		if j < len(z) {
			z[j] &^= mask
		}
		return z.norm()
	case 1:
		z := make(nat, max(len(x), j+1))
		copy(z, x)
		z[j] |= mask
		return z
	}
	panic("set bit is not 0 or 1")
}

// sticky returns 1 if one of the bits below i is set.
func (x nat) sticky(i uint) uint {
	if len(x) != 0 && x.trailingZeroBits() < i {
		return 1
	}
	return 0
}

func (x nat) and(y nat) nat {
	z := make(nat, min(len(x), len(y)))
	for i := range z {
		z[i] = x[i] & y[i]
	}
	return z.norm()
}

func (x nat) andNot(y nat) nat {
	z := x.clone()
	for i := range min(len(x), len(y)) {
		z[i] &^= y[i]
	}
	return z.norm()
}

func (x nat) or(y nat) nat {
	if len(x) < len(y) {
		x, y = y, x
	}
	z := x.clone()
	for i, w := range y {
		z[i] |= w
	}
	return z
}

func (x nat) xor(y nat) nat {
	if len(x) < len(y) {
		x, y = y, x
	}
	z := x.clone()
	for i, w := range y {
		z[i] ^= w
	}
	return z.norm()
}

// pow returns x**y.
func (x nat) pow(y nat) nat {
	z := nat{1}
	if len(x) == 0 && len(y) > 0 {
		return nil
	}
	if len(x) == 1 && x[0] == 1 {
		return z
	}
	for i := y.bitLen() - 1; i >= 0; i-- {
		z = z.mul(z)
		if y.bit(uint(i)) != 0 {
			z = z.mul(x)
		}
	}
	return z
}

func (x nat) powWord(y uint64) nat { return x.pow(natOf(y)) }

// powMod returns x**y % m, or x**y if m is 0.
func (x nat) powMod(y, m nat) nat {
	if len(m) == 0 {
		return x.pow(y)
	}
	return natPower(x, y, m)
}

// productOf returns the product of all numbers from a to b, 1 if there are none.
func productOf(a, b uint64) nat {
	switch {
	case a == 0:
		return nil
	case a > b:
		return nat{1}
	case a == b:
		return natOf(a)
	case a+1 == b:
		return natOf(a).mul(natOf(b))
	}
	m := a + (b-a)/2
	return productOf(a, m).mul(productOf(m+1, b))
}

// randomBelow returns a random number less than limit, which has n bits.
func randomBelow(rnd *rand.Rand, limit nat, n int) nat {
	top := uint(n % wordBits)
	if top == 0 {
		top = wordBits
	}
	z := make(nat, len(limit))
	for {
		for i := range z {
			z[i] = Word(rnd.Uint32()) | Word(rnd.Uint32())<<32
		}
		z[len(z)-1] &= Word(1)<<top - 1
		if r := z.norm(); r.cmp(limit) < 0 {
			return r
		}
	}
}

// fill writes x to the end of buf, the most significant byte first, and returns where it begins; it does not change
// bytes of buf before that, and panics if buf is too short.
func (x nat) fill(buf []byte) int {
	i := len(buf)
	for _, w := range x {
		for range wordBits / 8 {
			i--
			if i >= 0 {
				buf[i] = byte(w)
			} else if byte(w) != 0 {
				panic("math/big: buffer too small to fit value")
			}
			w >>= 8
		}
	}
	i = max(i, 0)
	for i < len(buf) && buf[i] == 0 {
		i++
	}
	return i
}

func natFromBytes(buf []byte) nat {
	z := make(nat, (len(buf)+wordBits/8-1)/(wordBits/8))
	for i := range buf {
		at := len(buf) - 1 - i
		z[at/8] |= Word(buf[i]) << (at % 8 * 8)
	}
	return z.norm()
}
