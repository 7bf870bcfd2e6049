package big

import (
	"cmp"
	"math"
)

// Abs sets z to |x|, rounded, and returns it.
func (z *Float) Abs(x *Float) *Float {
	z.Set(x)
	z.neg = false
	return z
}

// Neg sets z to -x, rounded before its sign changes, and returns it.
func (z *Float) Neg(x *Float) *Float {
	z.Set(x)
	z.neg = !z.neg
	return z
}

// low returns the exponent with the point at the mantissa's end.
func (x *Float) low() int64 { return int64(x.exp) - int64(x.bits()) }

// align returns the mantissas of x and y shifted to the same exponent, and that exponent.
func align(x, y *Float) (a, b nat, exp int64) {
	ex, ey := x.low(), y.low()
	if ex < ey {
		return x.mant, y.mant.shl(uint(ey - ex)), ex
	}
	return x.mant.shl(uint(ex - ey)), y.mant, ey
}

// sum sets z to x + y, y with the sign yNeg, both finite.
func (z *Float) sum(x, y *Float, yNeg bool) *Float {
	a, b, exp := align(x, y)
	if z.neg = x.neg; x.neg == yNeg {
		return z.setMant(a.add(b), exp, 0)
	}
	switch a.cmp(b) {
	case 1:
		return z.setMant(a.sub(b), exp, 0)
	case -1:
		z.neg = !z.neg
		return z.setMant(b.sub(a), exp, 0)
	}
	return z.special(zero, z.mode == ToNegativeInf)
}

func (z *Float) choosePrec(x, y *Float) {
	if z.prec == 0 {
		z.prec = max(x.prec, y.prec)
	}
}

// addSigned sets z to x + y, with the sign yNeg for y; failure is the value of the panic for opposite infinities.
func (z *Float) addSigned(x, y *Float, yNeg bool, failure string) *Float {
	z.choosePrec(x, y)
	switch {
	case x.form == finite && y.form == finite:
		return z.sum(x, y, yNeg)
	case x.form == inf && y.form == inf && x.neg != yNeg:
		z.special(zero, false)
		panic(ErrNaN{failure})
	case x.form == zero && y.form == zero:
		return z.special(zero, x.neg && yNeg)
	case x.form == inf || y.form == zero:
		return z.Set(x)
	}
	z.Set(y)
	z.neg = yNeg
	return z
}

// Add sets z to x+y, rounded, and returns it. It panics with ErrNaN for infinities with opposite signs.
func (z *Float) Add(x, y *Float) *Float {
	return z.addSigned(x, y, y.neg, "addition of infinities with opposite signs")
}

// Sub sets z to x-y, rounded, and returns it. It panics with ErrNaN for infinities with equal signs.
func (z *Float) Sub(x, y *Float) *Float {
	return z.addSigned(x, y, !y.neg, "subtraction of infinities with equal signs")
}

// Mul sets z to x*y, rounded, and returns it. It panics with ErrNaN for zero times infinity.
func (z *Float) Mul(x, y *Float) *Float {
	z.choosePrec(x, y)
	neg := x.neg != y.neg
	switch {
	case x.form == finite && y.form == finite:
		exp := x.low() + y.low()
		z.neg = neg
		return z.setMant(x.mant.mul(y.mant), exp, 0)
	case x.form == zero && y.form == inf || x.form == inf && y.form == zero:
		z.special(zero, false)
		panic(ErrNaN{"multiplication of zero with infinity"})
	case x.form == inf || y.form == inf:
		return z.special(inf, neg)
	}
	return z.special(zero, neg)
}

// Quo sets z to x/y, rounded, and returns it. It panics with ErrNaN for 0/0 and Inf/Inf.
func (z *Float) Quo(x, y *Float) *Float {
	z.choosePrec(x, y)
	neg := x.neg != y.neg
	switch {
	case x.form == finite && y.form == finite:
		z.neg = neg
		return z.quotient(x, y)
	case x.form == y.form:
		z.special(zero, false)
		panic(ErrNaN{"division of zero by zero or infinity by infinity"})
	case x.form == zero || y.form == inf:
		return z.special(zero, neg)
	}
	return z.special(inf, neg)
}

// quotient divides finite numbers: the quotient gets at least one bit more than z's precision, and a sticky bit for the rest.
func (z *Float) quotient(x, y *Float) *Float {
	more := max(int(z.prec/wordBits)+1-len(x.mant)+len(y.mant), 0)
	a := make(nat, more+len(x.mant))
	copy(a[more:], x.mant)
	exp := x.low() - y.low() - int64(more)*wordBits
	q, r := a.div(y.mant)
	return z.setMant(q, exp, uint(min(len(r), 1)))
}

// Cmp returns -1 if x < y, 0 if they are equal (-0 and 0 too), 1 if x > y.
func (x *Float) Cmp(y *Float) int {
	if c := cmp.Compare(x.rank(), y.rank()); c != 0 || x.form != finite {
		return c
	}
	c := cmp.Compare(x.exp, y.exp)
	if c == 0 {
		a, b, _ := align(x, y)
		c = a.cmp(b)
	}
	if x.neg {
		return -c
	}
	return c
}

// rank returns a number from -2 for -Inf to 2 for +Inf.
func (x *Float) rank() int {
	if x.neg {
		return -int(x.form)
	}
	return int(x.form)
}

// Sqrt sets z to the square root of x, rounded in x's mode, and returns z. If x is finite, z takes over its mode. Sqrt panics with ErrNaN if x is negative.
func (z *Float) Sqrt(x *Float) *Float {
	if z.prec == 0 {
		z.prec = x.prec
	}
	if x.Sign() == -1 {
		panic(ErrNaN{"square root of negative operand"})
	}
	if x.form != finite {
		return z.special(x.form, x.neg)
	}
	z.mode = x.mode
	// The root is computed with twice the precision, for an even exponent; a sticky bit stands for the rest.
	exp := x.low()
	shift := uint(max(0, 2*(int64(z.prec)+2)-int64(x.bits())))
	if (exp-int64(shift))%2 != 0 {
		shift++
	}
	mant := x.mant.shl(shift)
	root := nat(natRoot(mant))
	sticky := uint(0)
	if root.mul(root).cmp(mant) != 0 {
		sticky = 1
	}
	z.neg = false
	z.setMant(root, (exp-int64(shift))/2, sticky)
	z.acc = Exact // as in Go, even if the root was rounded
	return z
}

// Uint64 returns x, truncated, and the Accuracy that compares it with x; for numbers out of range, 0 or the largest uint64.
func (x *Float) Uint64() (uint64, Accuracy) {
	switch {
	case x.form == zero:
		return 0, Exact
	case x.neg:
		return 0, Above
	case x.form == inf || x.exp > 64:
		return math.MaxUint64, Below
	case x.exp <= 0:
		return 0, Below
	case x.MinPrec() <= 64:
		// As in Go, even for a truncated fraction.
		return x.top(), Exact
	}
	return x.top(), Below
}

// top returns the integer part of a number whose exponent is 1 to 64.
func (x *Float) top() uint64 { return uint64(x.mant[len(x.mant)-1]) >> (64 - uint32(x.exp)) }

// Int64 returns x, truncated, and the Accuracy that compares it with x; for numbers out of range, the least or the largest int64.
func (x *Float) Int64() (int64, Accuracy) {
	acc := accuracyOf(x.neg)
	switch {
	case x.form == zero:
		return 0, Exact
	case x.form == finite && x.exp <= 0:
		return 0, acc
	case x.form == inf || x.exp > 63:
		if !x.neg {
			return math.MaxInt64, Below
		}
		if x.form == finite && x.exp == 64 && x.MinPrec() == 1 {
			acc = Exact
		}
		return math.MinInt64, acc
	}
	i := int64(x.top())
	if x.neg {
		i = -i
	}
	if x.MinPrec() <= uint(x.exp) {
		acc = Exact
	}
	return i, acc
}

// nearest returns the nearest float whose mantissa has mantBits bits after the first one, and whose normal exponents
// are from emin to emax.
func (x *Float) nearest(mantBits, emin, emax int) (f float64, acc Accuracy) {
	switch x.form {
	case zero:
		acc = Exact
	case inf:
		f, acc = math.Inf(1), Exact
	case finite:
		prec := mantBits + 1 + min(int(x.exp)-1-emin, 0)
		halfOfLeast := prec == 0 && x.mant.sticky(x.bits()-1) == 0
		if prec < 0 || halfOfLeast {
			acc = accuracyOf(x.neg)
			break
		}
		if prec == 0 {
			f, acc = math.Ldexp(1, emin-mantBits), accuracyOf(!x.neg)
			break
		}
		r := Float{prec: uint32(prec)}
		r.Set(x)
		if r.form == inf || int(r.exp)-1 > emax {
			f, acc = math.Inf(1), accuracyOf(!x.neg)
			break
		}
		f, acc = math.Ldexp(float64(r.mant[len(r.mant)-1]>>11), int(r.exp)-53), r.acc
	}
	if x.neg {
		f = -f
	}
	return f, acc
}

// Float32 returns the nearest float32, and the Accuracy that compares it with x.
func (x *Float) Float32() (float32, Accuracy) {
	f, acc := x.nearest(23, -126, 127)
	return float32(f), acc
}

// Float64 returns the nearest float64, and the Accuracy that compares it with x.
func (x *Float) Float64() (float64, Accuracy) { return x.nearest(52, -1022, 1023) }

// Int sets z, or a new Int if z is nil, to x truncated and returns it, with the Accuracy that compares z with x; nil for infinities.
func (x *Float) Int(z *Int) (*Int, Accuracy) {
	if x.form == inf {
		return nil, accuracyOf(x.neg)
	}
	if z == nil {
		z = new(Int)
	}
	if x.form == zero {
		return z.SetInt64(0), Exact
	}
	acc := accuracyOf(x.neg)
	if x.exp <= 0 {
		return z.SetInt64(0), acc
	}
	if x.MinPrec() <= uint(x.exp) {
		acc = Exact
	}
	if low := x.low(); low >= 0 {
		return z.set(x.neg, x.mant.shl(uint(low))), acc
	}
	return z.set(x.neg, x.mant.shr(x.bits()-uint(x.exp))), acc
}

// Rat sets z, or a new Rat if z is nil, to x and returns it with Exact; nil for infinities.
func (x *Float) Rat(z *Rat) (*Rat, Accuracy) {
	if x.form == inf {
		return nil, accuracyOf(x.neg)
	}
	if z == nil {
		z = new(Rat)
	}
	if x.form == zero {
		return z.SetInt64(0), Exact
	}
	if low := x.low(); low < 0 {
		return z.set(x.neg, x.mant, natOne.shl(uint(-low))), Exact
	}
	return z.set(x.neg, x.mant.shl(uint(x.low())), natOne), Exact
}
