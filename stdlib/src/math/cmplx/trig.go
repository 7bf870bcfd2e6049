package cmplx

import "math"

// sinhcosh returns both sinh and cosh.
func sinhcosh(x float64) (sh, ch float64) {
	if math.Abs(x) <= 0.5 {
		return math.Sinh(x), math.Cosh(x)
	}
	e := math.Exp(x)
	ei := 0.5 / e
	e *= 0.5
	return e - ei, e + ei
}

// Sin returns the sine.
func Sin(x complex128) complex128 {
	re, im := real(x), imag(x)
	switch {
	case im == 0 && (math.IsInf(re, 0) || math.IsNaN(re)):
		return complex(math.NaN(), im)
	case math.IsInf(im, 0):
		switch {
		case re == 0:
			return x
		case math.IsInf(re, 0) || math.IsNaN(re):
			return complex(math.NaN(), im)
		}
	case re == 0 && math.IsNaN(im):
		return x
	}
	s, c := math.Sincos(re)
	sh, ch := sinhcosh(im)
	return complex(s*ch, c*sh)
}

// Sinh returns the hyperbolic sine: -i sin(ix).
func Sinh(x complex128) complex128 {
	s := Sin(complex(-imag(x), real(x)))
	return complex(imag(s), -real(s))
}

// Cos returns the cosine.
func Cos(x complex128) complex128 {
	re, im := real(x), imag(x)
	switch {
	case im == 0 && (math.IsInf(re, 0) || math.IsNaN(re)):
		return complex(math.NaN(), -im*math.Copysign(0, re))
	case math.IsInf(im, 0):
		switch {
		case re == 0:
			return complex(math.Inf(1), -re*math.Copysign(0, im))
		case math.IsInf(re, 0) || math.IsNaN(re):
			return complex(math.Inf(1), math.NaN())
		}
	case re == 0 && math.IsNaN(im):
		return complex(math.NaN(), 0)
	}
	s, c := math.Sincos(re)
	sh, ch := sinhcosh(im)
	return complex(c*ch, -s*sh)
}

// Cosh returns the hyperbolic cosine: cos(ix).
func Cosh(x complex128) complex128 {
	if imag(x) == 0 && math.IsNaN(real(x)) {
		return x
	}
	return Cos(complex(-imag(x), real(x)))
}

// reducePi subtracts the nearest multiple of Pi from x; Pi is given in three parts (Cody and Waite).
func reducePi(x float64) float64 {
	const (
		pi1 = 0x1.921fb4p+1
		pi2 = 0x1.4442dp-23
		pi3 = 0x1.8469898cc517p-47
	)
	if math.Abs(x) >= 1<<30 {
		// Sincos is accurate for any x.
		s, c := math.Sincos(x)
		return math.Atan(s / c)
	}
	t := float64(int64(x/math.Pi + 0.5))
	return ((x - t*pi1) - t*pi2) - t*pi3
}

// tanSeries returns cosh(2y) - cos(2x) by its Taylor series, for arguments where the subtraction loses digits.
func tanSeries(z complex128) float64 {
	x := math.Abs(2 * real(z))
	y := math.Abs(2 * imag(z))
	x = reducePi(x)
	x *= x
	y *= y
	x2, y2, f, rn, d := 1.0, 1.0, 1.0, 0.0, 0.0
	for {
		rn++
		f *= rn
		rn++
		f *= rn
		x2 *= x
		y2 *= y
		t := (y2 + x2) / f
		d += t
		rn++
		f *= rn
		rn++
		f *= rn
		x2 *= x
		y2 *= y
		t = (y2 - x2) / f
		d += t
		if !(math.Abs(t/d) > 1.0/(1<<53)) {
			return d
		}
	}
}

// Tan returns the tangent.
func Tan(x complex128) complex128 {
	re, im := real(x), imag(x)
	switch {
	case math.IsInf(im, 0):
		switch {
		case math.IsInf(re, 0) || math.IsNaN(re):
			return complex(math.Copysign(0, re), math.Copysign(1, im))
		}
		return complex(math.Copysign(0, math.Sin(2*re)), math.Copysign(1, im))
	case re == 0 && math.IsNaN(im):
		return x
	}
	d := math.Cos(2*re) + math.Cosh(2*im)
	if math.Abs(d) < 0.25 {
		d = tanSeries(x)
	}
	if d == 0 {
		return Inf()
	}
	return complex(math.Sin(2*re)/d, math.Sinh(2*im)/d)
}

// Tanh returns the hyperbolic tangent.
func Tanh(x complex128) complex128 {
	re, im := real(x), imag(x)
	switch {
	case math.IsInf(re, 0):
		switch {
		case math.IsInf(im, 0) || math.IsNaN(im):
			return complex(math.Copysign(1, re), math.Copysign(0, im))
		}
		return complex(math.Copysign(1, re), math.Copysign(0, math.Sin(2*im)))
	case im == 0 && math.IsNaN(re):
		return x
	}
	d := math.Cosh(2*re) + math.Cos(2*im)
	if d == 0 {
		return Inf()
	}
	return complex(math.Sinh(2*re)/d, math.Sin(2*im)/d)
}

// Cot returns the cotangent.
func Cot(x complex128) complex128 {
	d := math.Cosh(2*imag(x)) - math.Cos(2*real(x))
	if math.Abs(d) < 0.25 {
		d = tanSeries(x)
	}
	if d == 0 {
		return Inf()
	}
	return complex(math.Sin(2*real(x))/d, -math.Sinh(2*imag(x))/d)
}

// Asin returns the arc sine: -i asinh(ix).
func Asin(x complex128) complex128 {
	if math.IsInf(real(x), 0) && math.IsNaN(imag(x)) {
		return complex(math.NaN(), real(x)) // the sign is the one that Go returns
	}
	w := Asinh(complex(-imag(x), real(x)))
	return complex(imag(w), -real(w))
}

// Asinh returns the inverse hyperbolic sine.
func Asinh(x complex128) complex128 {
	re, im := real(x), imag(x)
	switch {
	case im == 0 && math.Abs(re) <= 1:
		return complex(math.Asinh(re), im)
	case re == 0 && math.Abs(im) <= 1:
		return complex(re, math.Asin(im))
	case math.IsInf(re, 0):
		switch {
		case math.IsInf(im, 0):
			return complex(re, math.Copysign(math.Pi/4, im))
		case math.IsNaN(im):
			return x
		default:
			return complex(re, math.Copysign(0.0, im))
		}
	case math.IsNaN(re):
		switch {
		case im == 0:
			return x
		case math.IsInf(im, 0):
			return complex(im, re)
		default:
			return NaN()
		}
	case math.IsInf(im, 0):
		return complex(math.Copysign(im, re), math.Copysign(math.Pi/2, im))
	}
	xx := x * x
	x1 := complex(1+real(xx), imag(xx)) // 1 + x*x
	return Log(x + Sqrt(x1))
}

// Acos returns the arc cosine.
func Acos(x complex128) complex128 {
	w := Asin(x)
	return complex(math.Pi/2-real(w), -imag(w))
}

// Acosh returns the inverse hyperbolic cosine.
func Acosh(x complex128) complex128 {
	if x == 0 {
		return complex(0, math.Copysign(math.Pi/2, imag(x)))
	}
	w := Acos(x)
	if imag(w) <= 0 {
		return complex(-imag(w), real(w))
	}
	return complex(imag(w), -real(w))
}

// Atan returns the arc tangent.
func Atan(x complex128) complex128 {
	re, im := real(x), imag(x)
	switch {
	case im == 0:
		return complex(math.Atan(re), im)
	case re == 0 && math.Abs(im) <= 1:
		return complex(re, math.Atanh(im))
	case math.IsInf(im, 0) || math.IsInf(re, 0):
		if math.IsNaN(re) {
			return complex(math.NaN(), math.Copysign(0, im))
		}
		return complex(math.Copysign(math.Pi/2, re), math.Copysign(0, im))
	case math.IsNaN(re) || math.IsNaN(im):
		return NaN()
	}
	x2 := re * re
	a := 1 - x2 - im*im
	if a == 0 {
		return NaN()
	}
	t := 0.5 * math.Atan2(2*re, a)
	w := reducePi(t)
	t = im - 1
	b := x2 + t*t
	if b == 0 {
		return NaN()
	}
	t = im + 1
	c := (x2 + t*t) / b
	return complex(w, 0.25*math.Log(c))
}

// Atanh returns the inverse hyperbolic tangent.
func Atanh(x complex128) complex128 {
	z := complex(-imag(x), real(x)) // i * x
	z = Atan(z)
	return complex(imag(z), -real(z)) // -i * z
}
