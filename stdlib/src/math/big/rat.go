package big

import "math"

// A Rat is a fraction; the zero value is 0. A denominator of 0 words stands for 1.
type Rat struct {
	a, b Int
}

// NewRat returns a/b.
func NewRat(a, b int64) *Rat { return new(Rat).SetFrac64(a, b) }

func (x *Rat) denominator() nat {
	if len(x.b.abs) == 0 {
		return natOne
	}
	return x.b.abs
}

// set gives z the value a/b in lowest terms; b is not 0.
func (z *Rat) set(neg bool, a, b nat) *Rat {
	if len(a) == 0 {
		b = nat{1}
	} else if d := nat(natGCD(a, b)); d.cmp(natOne) != 0 {
		a, _ = a.div(d)
		b, _ = b.div(d)
	}
	z.a.set(neg, a.clone())
	z.b.set(false, b.clone())
	return z
}

// SetFloat64 sets z to exactly f and returns it; nil if f is not finite.
func (z *Rat) SetFloat64(f float64) *Rat {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil
	}
	fraction, exp := math.Frexp(math.Abs(f))
	mant, shift := natOf(uint64(math.Ldexp(fraction, 53))), 53-exp
	if shift > 0 {
		return z.set(f < 0, mant, natOne.shl(uint(shift)))
	}
	return z.set(f < 0, mant.shl(uint(-shift)), natOne)
}

// nearest returns the float nearest to a/b, whose mantissa has mantBits bits after the first one and whose least normal
// exponent is emin, and whether it is exact.
func nearest(a, b nat, mantBits, emin int) (float64, bool) {
	if len(a) == 0 {
		return 0, true
	}
	exp := a.bitLen() - b.bitLen()
	if shift := mantBits + 2 - exp; shift > 0 {
		a = a.shl(uint(shift))
	} else {
		b = b.shl(uint(-shift))
	}
	q, r := a.div(b)
	mant, rest := q.low(), len(r) > 0
	// The quotient has one or two bits more than the mantissa; one stays as the rounding bit.
	drop := uint(0)
	if mant>>(mantBits+2) == 1 {
		drop, exp = 1, exp+1
	}
	if exp-1 < emin {
		drop += uint(emin - (exp - 1))
		exp = emin + 1
	}
	if drop > 63 {
		mant, rest = 0, true
	} else {
		rest = rest || mant&(1<<drop-1) != 0
		mant >>= drop
	}
	exact := !rest && mant&1 == 0
	up := mant&1 != 0 && (rest || mant&2 != 0)
	mant >>= 1
	if up {
		mant++
	}
	return math.Ldexp(float64(mant), exp-1-mantBits), exact
}

// Float32 returns the nearest float32, and whether it is exact.
func (x *Rat) Float32() (f float32, exact bool) {
	wide, exact := nearest(x.a.abs, x.denominator(), 23, -126)
	f = float32(wide)
	if math.IsInf(float64(f), 0) {
		exact = false
	}
	if x.a.neg {
		f = -f
	}
	return f, exact
}

// Float64 returns the nearest float64, and whether it is exact.
func (x *Rat) Float64() (f float64, exact bool) {
	f, exact = nearest(x.a.abs, x.denominator(), 52, -1022)
	if math.IsInf(f, 0) {
		exact = false
	}
	if x.a.neg {
		f = -f
	}
	return f, exact
}

// SetFrac sets z to a/b and returns it; it panics if b is 0.
func (z *Rat) SetFrac(a, b *Int) *Rat {
	if len(b.abs) == 0 {
		panic("division by zero")
	}
	return z.set(a.neg != b.neg, a.abs, b.abs)
}

// SetFrac64 sets z to a/b and returns it; it panics if b is 0.
func (z *Rat) SetFrac64(a, b int64) *Rat { return z.SetFrac(NewInt(a), NewInt(b)) }

// SetInt sets z to x and returns it.
func (z *Rat) SetInt(x *Int) *Rat { return z.set(x.neg, x.abs, natOne) }

// SetInt64 sets z to x and returns it.
func (z *Rat) SetInt64(x int64) *Rat { return z.SetInt(NewInt(x)) }

// SetUint64 sets z to x and returns it.
func (z *Rat) SetUint64(x uint64) *Rat { return z.set(false, natOf(x), natOne) }

// Set sets z to x and returns it.
func (z *Rat) Set(x *Rat) *Rat {
	if z != x {
		z.a.Set(&x.a)
		z.b.Set(&x.b)
	}
	if len(z.b.abs) == 0 {
		z.b.abs = nat{1}
	}
	return z
}

// Abs sets z to |x| and returns it.
func (z *Rat) Abs(x *Rat) *Rat {
	z.Set(x)
	z.a.neg = false
	return z
}

// Neg sets z to -x and returns it.
func (z *Rat) Neg(x *Rat) *Rat {
	z.Set(x)
	z.a.set(!z.a.neg, z.a.abs)
	return z
}

// Inv sets z to 1/x and returns it; it panics if x is 0.
func (z *Rat) Inv(x *Rat) *Rat {
	if len(x.a.abs) == 0 {
		panic("division by zero")
	}
	z.Set(x)
	z.a.abs, z.b.abs = z.b.abs, z.a.abs
	return z
}

// Sign returns -1, 0 or 1.
func (x *Rat) Sign() int { return x.a.Sign() }

// IsInt reports whether the denominator is 1.
func (x *Rat) IsInt() bool { return x.denominator().cmp(natOne) == 0 }

// Num returns the numerator: x's own.
func (x *Rat) Num() *Int { return &x.a }

// Denom returns x's denominator, without copying it unless x is the zero value.
func (x *Rat) Denom() *Int {
	if len(x.b.abs) == 0 {
		return &Int{abs: nat{1}}
	}
	return &x.b
}

// cross returns the numerators of x and y for a common denominator.
func cross(x, y *Rat) (a, b Int) {
	a.set(x.a.neg, x.a.abs.mul(y.denominator()))
	b.set(y.a.neg, y.a.abs.mul(x.denominator()))
	return a, b
}

// Cmp returns -1 if x < y, 0 if they are equal, 1 if x > y.
func (x *Rat) Cmp(y *Rat) int {
	a, b := cross(x, y)
	return a.Cmp(&b)
}

// Add sets z to x+y and returns it.
func (z *Rat) Add(x, y *Rat) *Rat {
	a, b := cross(x, y)
	a.Add(&a, &b)
	return z.set(a.neg, a.abs, x.denominator().mul(y.denominator()))
}

// Sub sets z to x-y and returns it.
func (z *Rat) Sub(x, y *Rat) *Rat {
	a, b := cross(x, y)
	a.Sub(&a, &b)
	return z.set(a.neg, a.abs, x.denominator().mul(y.denominator()))
}

// Mul sets z to x*y and returns it.
func (z *Rat) Mul(x, y *Rat) *Rat {
	return z.set(x.a.neg != y.a.neg, x.a.abs.mul(y.a.abs), x.denominator().mul(y.denominator()))
}

// Quo sets z to x/y and returns it; it panics if y is 0.
func (z *Rat) Quo(x, y *Rat) *Rat {
	if len(y.a.abs) == 0 {
		panic("division by zero")
	}
	a, b := cross(x, y)
	return z.set(a.neg != b.neg, a.abs, b.abs)
}
