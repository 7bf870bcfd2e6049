package big

import (
	"math"
	"math/bits"
	"strconv"
)

// Limits of a Float.
const (
	MaxExp  = math.MaxInt32
	MinExp  = math.MinInt32
	MaxPrec = math.MaxUint32
)

// A RoundingMode says how a Float is rounded to its precision.
type RoundingMode byte

// The rounding modes.
const (
	ToNearestEven RoundingMode = iota
	ToNearestAway
	ToZero
	AwayFromZero
	ToNegativeInf
	ToPositiveInf
)

// String returns the mode's name.
func (i RoundingMode) String() string {
	names := [...]string{"ToNearestEven", "ToNearestAway", "ToZero", "AwayFromZero", "ToNegativeInf", "ToPositiveInf"}
	if int(i) >= len(names) {
		return "RoundingMode(" + strconv.Itoa(int(i)) + ")"
	}
	return names[i]
}

// An Accuracy says how a rounded value differs from the exact one.
type Accuracy int8

// The accuracies.
const (
	Below Accuracy = -1
	Exact Accuracy = 0
	Above Accuracy = +1
)

// String returns the accuracy's name.
func (i Accuracy) String() string {
	if i < Below || i > Above {
		return "Accuracy(" + strconv.Itoa(int(i)) + ")"
	}
	return [...]string{"Below", "Exact", "Above"}[i+1]
}

func accuracyOf(above bool) Accuracy {
	if above {
		return Above
	}
	return Below
}

type form byte

const (
	zero form = iota
	finite
	inf
)

// A Float is a floating-point number with its own precision: sign × mantissa × 2**exponent. The zero value is 0 with
// precision 0, which the first operation sets.
//
// The mantissa is at least 0.5 and less than 1: the first bit of its last word is set, and the binary point precedes
// it. Its lowest words may be zero. Floats share mantissas, and never change them.
type Float struct {
	prec uint32
	mode RoundingMode
	acc  Accuracy
	form form
	neg  bool
	mant nat
	exp  int32
}

// An ErrNaN is the value of the panic of an operation whose result is not a number.
type ErrNaN struct{ msg string }

func (err ErrNaN) Error() string { return err.msg }

// NewFloat returns a new Float with precision 53; it panics with ErrNaN if x is not a number.
func NewFloat(x float64) *Float {
	if math.IsNaN(x) {
		panic(ErrNaN{"NewFloat(NaN)"})
	}
	return new(Float).SetFloat64(x)
}

// special sets z to zero or an infinity, exactly.
func (z *Float) special(f form, neg bool) *Float {
	z.acc, z.form, z.neg = Exact, f, neg
	return z
}

// SetPrec sets z's precision, rounds z, and returns it.
func (z *Float) SetPrec(prec uint) *Float {
	z.acc = Exact
	if prec == 0 {
		z.prec = 0
		if z.form == finite {
			z.acc, z.form = accuracyOf(z.neg), zero
		}
		return z
	}
	old := z.prec
	z.prec = uint32(min(prec, MaxPrec))
	if z.prec < old {
		z.round(0)
	}
	return z
}

// SetMode sets z's rounding mode and returns z.
func (z *Float) SetMode(mode RoundingMode) *Float {
	z.mode, z.acc = mode, Exact
	return z
}

// Prec returns the precision in bits.
func (x *Float) Prec() uint { return uint(x.prec) }

// MinPrec returns the precision that x needs.
func (x *Float) MinPrec() uint {
	if x.form != finite {
		return 0
	}
	return x.bits() - x.mant.trailingZeroBits()
}

// bits returns the length of the mantissa.
func (x *Float) bits() uint { return uint(len(x.mant)) * wordBits }

// Mode returns the rounding mode.
func (x *Float) Mode() RoundingMode { return x.mode }

// Acc returns how x differs from the exact result of the operation that made it.
func (x *Float) Acc() Accuracy { return x.acc }

// Sign returns -1, 0 or 1.
func (x *Float) Sign() int {
	switch {
	case x.form == zero:
		return 0
	case x.neg:
		return -1
	}
	return 1
}

// MantExp sets mant, if it is not nil, to the mantissa and returns the exponent.
func (x *Float) MantExp(mant *Float) (exp int) {
	if x.form == finite {
		exp = int(x.exp)
	}
	if mant != nil {
		mant.Copy(x)
		if mant.form == finite {
			mant.exp = 0
		}
	}
	return exp
}

// SetMantExp sets z to mant × 2**exp and returns it.
func (z *Float) SetMantExp(mant *Float, exp int) *Float {
	z.Copy(mant)
	if z.form == finite {
		z.finish(int64(z.exp)+int64(exp), 0)
	}
	return z
}

// Signbit reports whether x is negative, or -0.
func (x *Float) Signbit() bool { return x.neg }

// IsInf reports whether x is infinite.
func (x *Float) IsInf() bool { return x.form == inf }

// IsInt reports whether x is an integer.
func (x *Float) IsInt() bool {
	if x.form != finite {
		return x.form == zero
	}
	return x.exp > 0 && x.MinPrec() <= uint(x.exp)
}

// setMant sets z to ±mant × 2**exp, where the binary point follows mant, and rounds it. sticky is 1 if more bits follow mant.
func (z *Float) setMant(mant nat, exp int64, sticky uint) *Float {
	exp += int64(len(mant)) * wordBits
	if shift := uint(bits.LeadingZeros(uint(mant[len(mant)-1]))); shift > 0 {
		mant = mant.shl(shift)
		exp -= int64(shift)
	}
	z.mant = mant
	return z.finish(exp, sticky)
}

// finish sets the exponent of z, which has its mantissa, and rounds z.
func (z *Float) finish(exp int64, sticky uint) *Float {
	switch {
	case exp < MinExp:
		z.acc, z.form = accuracyOf(z.neg), zero
	case exp > MaxExp:
		z.acc, z.form = accuracyOf(!z.neg), inf
	default:
		z.form, z.exp = finite, int32(exp)
		z.round(sticky)
	}
	return z
}

// round rounds the mantissa to z's precision; sticky is 1 if more bits follow it.
func (z *Float) round(sticky uint) {
	z.acc = Exact
	if z.form != finite || z.bits() <= uint(z.prec) {
		return
	}
	at := z.bits() - uint(z.prec) - 1
	half := z.mant.bit(at)
	if sticky == 0 {
		sticky = z.mant.sticky(at)
	}
	n := (uint(z.prec) + wordBits - 1) / wordBits
	mant := z.mant[uint(len(z.mant))-n:].clone()
	z.mant = mant
	lsb := Word(1) << (n*wordBits - uint(z.prec))
	up := half|sticky != 0 && z.roundsUp(half, sticky, mant[0]&lsb != 0)
	mant[0] &^= lsb - 1
	if half|sticky == 0 {
		return
	}
	z.acc = accuracyOf(up != z.neg)
	if !up {
		return
	}
	carry := uint(lsb)
	for i := range mant {
		var sum uint
		sum, carry = bits.Add(uint(mant[i]), carry, 0)
		mant[i] = Word(sum)
	}
	if carry != 0 {
		// All bits were set; rounding up made them zero.
		if z.exp >= MaxExp {
			z.form = inf
			return
		}
		z.exp++
		mant[n-1] = 1 << (wordBits - 1)
	}
}

// roundsUp reports whether the dropped bits, not all zero, are rounded away from zero: half is the first of them,
// sticky 1 if others are set.
func (z *Float) roundsUp(half, sticky uint, odd bool) bool {
	switch z.mode {
	case ToNegativeInf:
		return z.neg
	case ToZero:
		return false
	case ToNearestEven:
		return half != 0 && (sticky != 0 || odd)
	case ToNearestAway:
		return half != 0
	case AwayFromZero:
		return true
	case ToPositiveInf:
		return !z.neg
	}
	panic("unreachable")
}

func (z *Float) setWord(neg bool, x uint64) *Float {
	if z.prec == 0 {
		z.prec = 64
	}
	z.special(zero, neg)
	if x == 0 {
		return z
	}
	return z.setMant(natOf(x), 0, 0)
}

// SetUint64 sets z to x, rounded, and returns z. A precision of 0 becomes 64.
func (z *Float) SetUint64(x uint64) *Float { return z.setWord(false, x) }

// SetInt64 sets z to x, rounded, and returns z. A precision of 0 becomes 64.
func (z *Float) SetInt64(x int64) *Float {
	if x < 0 {
		return z.setWord(true, uint64(-x))
	}
	return z.setWord(false, uint64(x))
}

// SetFloat64 sets z to x, rounded, and returns z. A precision of 0 becomes 53. It panics with ErrNaN if x is
// not a number.
func (z *Float) SetFloat64(x float64) *Float {
	if z.prec == 0 {
		z.prec = 53
	}
	if math.IsNaN(x) {
		panic(ErrNaN{"Float.SetFloat64(NaN)"})
	}
	neg := math.Signbit(x)
	switch {
	case x == 0:
		return z.special(zero, neg)
	case math.IsInf(x, 0):
		return z.special(inf, neg)
	}
	mant, exp := math.Frexp(math.Abs(x))
	z.special(finite, neg)
	return z.setMant(natOf(uint64(math.Ldexp(mant, 53))), int64(exp)-53, 0)
}

// SetInt sets z to x, rounded, and returns z. A precision of 0 becomes x's number of bits, but at least 64.
func (z *Float) SetInt(x *Int) *Float {
	if z.prec == 0 {
		z.prec = max(uint32(x.BitLen()), 64)
	}
	z.special(zero, x.neg)
	if len(x.abs) == 0 {
		return z
	}
	return z.setMant(x.abs.clone(), 0, 0)
}

// SetRat sets z to x, rounded, and returns z. A precision of 0 becomes the number of bits of numerator or denominator,
// but at least 64.
func (z *Float) SetRat(x *Rat) *Float {
	if x.IsInt() {
		return z.SetInt(x.Num())
	}
	numerator, denominator := new(Float).SetInt(x.Num()), new(Float).SetInt(x.Denom())
	if z.prec == 0 {
		z.prec = max(numerator.prec, denominator.prec)
	}
	return z.Quo(numerator, denominator)
}

// SetInf sets z to -Inf if signbit is set, else to +Inf, and returns it.
func (z *Float) SetInf(signbit bool) *Float { return z.special(inf, signbit) }

// Set sets z to x, rounded, and returns z. A precision of 0 becomes x's.
func (z *Float) Set(x *Float) *Float {
	z.acc = Exact
	if z == x {
		return z
	}
	z.form, z.neg = x.form, x.neg
	if x.form == finite {
		z.exp, z.mant = x.exp, x.mant
	}
	if z.prec == 0 {
		z.prec = x.prec
	} else if z.prec < x.prec {
		z.round(0)
	}
	return z
}

// Copy sets z to x with its precision, mode and accuracy, and returns it.
func (z *Float) Copy(x *Float) *Float {
	*z = *x
	return z
}
