// Package big has numbers of arbitrary size: integers, fractions and floating-point numbers.
package big

import "math/rand"

// An Int is an integer of any length; the zero value is 0.
type Int struct {
	neg bool
	abs nat
}

var intOne = &Int{false, natOne}

// NewInt returns a new Int.
func NewInt(x int64) *Int { return new(Int).SetInt64(x) }

// set sets z to a sign and absolute value; 0 has no sign.
func (z *Int) set(neg bool, abs nat) *Int {
	z.neg, z.abs = neg && len(abs) > 0, abs
	return z
}

// Sign returns -1, 0 or 1.
func (x *Int) Sign() int {
	switch {
	case len(x.abs) == 0:
		return 0
	case x.neg:
		return -1
	}
	return 1
}

// SetInt64 sets z to x and returns it.
func (z *Int) SetInt64(x int64) *Int {
	if x < 0 {
		return z.set(true, natOf(uint64(-x)))
	}
	return z.set(false, natOf(uint64(x)))
}

// SetUint64 sets z to x and returns it.
func (z *Int) SetUint64(x uint64) *Int { return z.set(false, natOf(x)) }

// Set sets z to x and returns it.
func (z *Int) Set(x *Int) *Int {
	if z != x {
		z.set(x.neg, x.abs.clone())
	}
	return z
}

// Bits returns the words of x's absolute value, the least significant first, without copying them.
func (x *Int) Bits() []Word { return x.abs }

// SetBits sets the absolute value of z to these words, without copying them.
func (z *Int) SetBits(abs []Word) *Int { return z.set(false, nat(abs).norm()) }

// Abs sets z to |x| and returns it.
func (z *Int) Abs(x *Int) *Int {
	z.Set(x)
	z.neg = false
	return z
}

// Neg sets z to -x and returns it.
func (z *Int) Neg(x *Int) *Int {
	z.Set(x)
	return z.set(!z.neg, z.abs)
}

// sum sets z to x plus y with this sign.
func (z *Int) sum(x, y *Int, yNeg bool) *Int {
	switch {
	case x.neg == yNeg:
		return z.set(x.neg, natAdd(x.abs, y.abs))
	case x.abs.cmp(y.abs) >= 0:
		return z.set(x.neg, natSub(x.abs, y.abs))
	}
	return z.set(!x.neg, natSub(y.abs, x.abs))
}

// Add sets z to x+y and returns it.
func (z *Int) Add(x, y *Int) *Int { return z.sum(x, y, y.neg) }

// Sub sets z to x-y and returns it.
func (z *Int) Sub(x, y *Int) *Int { return z.sum(x, y, !y.neg) }

// Mul sets z to x*y and returns it.
func (z *Int) Mul(x, y *Int) *Int { return z.set(x.neg != y.neg, natMul(x.abs, y.abs)) }

// MulRange sets z to the product of all integers from a to b and returns it.
func (z *Int) MulRange(a, b int64) *Int {
	switch {
	case a > b:
		return z.SetInt64(1)
	case a <= 0 && b >= 0:
		return z.SetInt64(0)
	case a < 0:
		return z.set((b-a)&1 == 0, productOf(uint64(-b), uint64(-a)))
	}
	return z.set(false, productOf(uint64(a), uint64(b)))
}

// Binomial sets z to the number of ways to choose k of n and returns it.
func (z *Int) Binomial(n, k int64) *Int {
	if k > n || k < 0 {
		return z.SetInt64(0)
	}
	k = min(k, n-k)
	out := nat{1}
	for i := uint64(0); i < uint64(k); i++ {
		out, _ = out.mul(natOf(uint64(n) - i)).div(natOf(i + 1))
	}
	return z.set(false, out)
}

// Quo sets z to x/y, truncated as in Go, and returns it.
func (z *Int) Quo(x, y *Int) *Int {
	q, _ := x.abs.div(y.abs)
	return z.set(x.neg != y.neg, q)
}

// Rem sets z to x%y as in Go and returns it.
func (z *Int) Rem(x, y *Int) *Int {
	_, r := x.abs.div(y.abs)
	return z.set(x.neg, r.clone())
}

// QuoRem sets z to the result of Quo, r to the result of Rem, and returns both.
func (z *Int) QuoRem(x, y, r *Int) (*Int, *Int) {
	quo, rem := x.abs.div(y.abs)
	qNeg, rNeg := x.neg != y.neg, x.neg
	return z.set(qNeg, quo), r.set(rNeg, rem.clone())
}

// Div sets z to the quotient of the Euclidean division and returns it.
func (z *Int) Div(x, y *Int) *Int {
	z.DivMod(x, y, new(Int))
	return z
}

// Mod sets z to the modulus of the Euclidean division and returns it.
func (z *Int) Mod(x, y *Int) *Int {
	new(Int).DivMod(x, y, z)
	return z
}

// DivMod does both Div and Mod: m is not negative, and x = y*z + m.
func (z *Int) DivMod(x, y, m *Int) (*Int, *Int) {
	q, r := x.abs.div(y.abs)
	neg, yAbs := x.neg != y.neg, y.abs
	if x.neg && len(r) > 0 {
		q, r = q.add(natOne), yAbs.sub(r)
	}
	return z.set(neg, q), m.set(false, r.clone())
}

// Modes of Divide.
const (
	Trunc = ToZero
	Floor = ToNegativeInf
	Round = ToNearestEven
	Ceil  = ToPositiveInf
)

// Divide sets z to x/y, rounded as the mode says, and r to x - y*z, unless they are nil, and returns both.
func (z *Int) Divide(x, y, r *Int, mode RoundingMode) (*Int, *Int) {
	q, rest := x.abs.div(y.abs)
	neg, rNeg := x.neg != y.neg, x.neg
	if len(rest) > 0 {
		up := false // round away from zero
		switch mode {
		case Trunc:
		case Floor:
			up = neg
		case Ceil:
			up = !neg
		case Round:
			half := rest.shl(1).cmp(y.abs)
			up = half > 0 || half == 0 && q.bit(0) == 1
		default:
			panic("unsupported rounding mode")
		}
		if up {
			q, rest, rNeg = q.add(natOne), y.abs.sub(rest), !x.neg
		}
	}
	if z != nil {
		z.set(neg, q)
	}
	if r != nil {
		r.set(rNeg, rest.clone())
	}
	return z, r
}

// Cmp returns -1 if x < y, 0 if they are equal, 1 if x > y.
func (x *Int) Cmp(y *Int) (r int) {
	switch {
	case x.neg && y.neg:
		return y.abs.cmp(x.abs)
	case x.neg:
		return -1
	case y.neg:
		return 1
	}
	return x.abs.cmp(y.abs)
}

// CmpAbs compares the absolute values.
func (x *Int) CmpAbs(y *Int) int { return x.abs.cmp(y.abs) }

// Int64 returns the low bits of x.
func (x *Int) Int64() int64 {
	v := int64(x.abs.low())
	if x.neg {
		return -v
	}
	return v
}

// Uint64 returns the low bits of the absolute value.
func (x *Int) Uint64() uint64 { return x.abs.low() }

// IsInt64 reports whether x is an int64.
func (x *Int) IsInt64() bool {
	w := int64(x.abs.low())
	return len(x.abs) <= 1 && (w >= 0 || x.neg && w == -w)
}

// IsUint64 reports whether x is a uint64.
func (x *Int) IsUint64() bool { return !x.neg && len(x.abs) <= 1 }

// Float64 returns the nearest float64, and the Accuracy that compares it with x.
func (x *Int) Float64() (float64, Accuracy) {
	if len(x.abs) == 0 {
		return 0, Exact
	}
	return new(Float).SetInt(x).Float64()
}

// SetBytes sets z to a number given by its bytes, the most significant first.
func (z *Int) SetBytes(buf []byte) *Int { return z.set(false, natFromBytes(buf)) }

// Bytes returns the bytes of the absolute value, the most significant first.
func (x *Int) Bytes() []byte {
	buf := make([]byte, len(x.abs)*wordBits/8)
	return buf[x.abs.fill(buf):]
}

// FillBytes writes the bytes of x to buf, after leading zeros, and panics if buf is too short.
func (x *Int) FillBytes(buf []byte) []byte {
	clear(buf)
	x.abs.fill(buf)
	return buf
}

// BitLen returns the length of the absolute value in bits.
func (x *Int) BitLen() int { return x.abs.bitLen() }

// TrailingZeroBits returns how many low bits of the absolute value are zero.
func (x *Int) TrailingZeroBits() uint { return x.abs.trailingZeroBits() }

// Exp sets z to x**y mod |m|, or to x**y if m is nil or 0, and returns it; nil if y is negative and x has no inverse.
func (z *Int) Exp(x, y, m *Int) *Int {
	base, exp := x.abs, y.abs
	if y.neg {
		if m == nil || len(m.abs) == 0 {
			return z.SetInt64(1)
		}
		inverse := new(Int).ModInverse(x, m)
		if inverse == nil {
			return nil
		}
		base = inverse.abs
	}
	var mod nat
	if m != nil {
		mod = m.abs
	}
	neg := x.neg && exp.bit(0) == 1
	z.set(neg, base.powMod(exp, mod))
	if z.neg && len(mod) > 0 {
		z.set(false, mod.sub(z.abs))
	}
	return z
}

// Rand sets z to a random number from 0 to n-1 and returns it.
func (z *Int) Rand(rnd *rand.Rand, n *Int) *Int {
	if n.neg || len(n.abs) == 0 {
		return z.set(false, nil)
	}
	return z.set(false, randomBelow(rnd, n.abs, n.abs.bitLen()))
}

// Sqrt sets z to the largest integer whose square is at most x and returns z.
func (z *Int) Sqrt(x *Int) *Int {
	if x.neg {
		panic("square root of negative number")
	}
	return z.set(false, natRoot(x.abs))
}
