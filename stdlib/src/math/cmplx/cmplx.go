// Package cmplx has functions of complex numbers.
package cmplx

import "math"

// Abs returns the distance from 0.
func Abs(x complex128) float64 { return math.Hypot(real(x), imag(x)) }

// Phase returns the angle, in [-Pi, Pi].
func Phase(x complex128) float64 { return math.Atan2(imag(x), real(x)) }

// Polar returns absolute value and angle.
func Polar(x complex128) (r, θ float64) { return Abs(x), Phase(x) }

// Rect returns the number with a distance and angle.
func Rect(r, θ float64) complex128 {
	s, c := math.Sincos(θ)
	return complex(r*c, r*s)
}

// Conj returns the conjugate.
func Conj(x complex128) complex128 { return complex(real(x), -imag(x)) }

// IsInf reports whether a part is infinite.
func IsInf(x complex128) bool { return math.IsInf(real(x), 0) || math.IsInf(imag(x), 0) }

// Inf returns a complex infinity.
func Inf() complex128 {
	inf := math.Inf(1)
	return complex(inf, inf)
}

// IsNaN reports whether a part is NaN and no part is infinite.
func IsNaN(x complex128) bool {
	return !IsInf(x) && (math.IsNaN(real(x)) || math.IsNaN(imag(x)))
}

// NaN returns a complex "not a number".
func NaN() complex128 {
	nan := math.NaN()
	return complex(nan, nan)
}

// Log returns the natural logarithm.
func Log(x complex128) complex128 { return complex(math.Log(Abs(x)), Phase(x)) }

// Log10 returns the decimal logarithm.
func Log10(x complex128) complex128 {
	z := Log(x)
	return complex(math.Log10E*real(z), math.Log10E*imag(z))
}

// Exp returns e**x.
func Exp(x complex128) complex128 {
	re, im := real(x), imag(x)
	switch {
	case math.IsInf(re, 0):
		switch {
		case re > 0 && im == 0:
			return x
		case math.IsInf(im, 0) || math.IsNaN(im):
			if re < 0 {
				return complex(0, math.Copysign(0, im))
			}
			return complex(math.Inf(1), math.NaN())
		}
	case math.IsNaN(re):
		if im == 0 {
			return complex(math.NaN(), im)
		}
	}
	r := math.Exp(re)
	s, c := math.Sincos(im)
	return complex(r*c, r*s)
}

// Pow returns x**y; Pow(0, y) is 1 for y = 0, 0 if y's real part is positive, else Inf.
func Pow(x, y complex128) complex128 {
	if x == 0 {
		if IsNaN(y) {
			return NaN()
		}
		r, i := real(y), imag(y)
		switch {
		case r == 0:
			return 1
		case r < 0:
			if i == 0 {
				return complex(math.Inf(1), 0)
			}
			return Inf()
		case r > 0:
			return 0
		}
		panic("not reached")
	}
	modulus := Abs(x)
	if modulus == 0 {
		return complex(0, 0)
	}
	r := math.Pow(modulus, real(y))
	arg := Phase(x)
	theta := real(y) * arg
	if imag(y) != 0 {
		r *= math.Exp(-imag(y) * arg)
		theta += imag(y) * math.Log(modulus)
	}
	s, c := math.Sincos(theta)
	return complex(r*c, r*s)
}

// Sqrt returns the square root with a real part that is not negative.
func Sqrt(x complex128) complex128 {
	re, im := real(x), imag(x)
	if im == 0 {
		if re == 0 {
			return complex(0, im)
		}
		if re < 0 {
			return complex(0, math.Copysign(math.Sqrt(-re), im))
		}
		return complex(math.Sqrt(re), im)
	}
	if math.IsInf(im, 0) {
		return complex(math.Inf(1), im)
	}
	if re == 0 {
		r := math.Sqrt(0.5 * math.Abs(im))
		return complex(r, math.Copysign(r, im))
	}
	a, b := re, im
	var scale float64
	// scale both parts to near 1, so that nothing overflows
	if math.Abs(a) > 4 || math.Abs(b) > 4 {
		a *= 0.25
		b *= 0.25
		scale = 2
	} else {
		a *= 1.8014398509481984e16 // 2**54
		b *= 1.8014398509481984e16
		scale = 7.450580596923828125e-9 // 2**-27
	}
	r := math.Hypot(a, b)
	var t float64
	if a > 0 {
		t = math.Sqrt(0.5*r + 0.5*a)
		r = scale * math.Abs((0.5*b)/t)
		t *= scale
	} else {
		r = math.Sqrt(0.5*r - 0.5*a)
		t = scale * math.Abs((0.5*b)/r)
		r *= scale
	}
	if b < 0 {
		return complex(t, -r)
	}
	return complex(t, r)
}
