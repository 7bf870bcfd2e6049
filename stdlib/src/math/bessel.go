package math

// From here on the Bessel functions equal their leading terms, which are sines and cosines.
const hugeBessel = 1 << 302

// Jn returns the Bessel function of the first kind, order n.
func Jn(n int, x float64) float64 {
	switch {
	case x != x:
		return x
	case IsInf(x, 0):
		return 0
	case n == 0:
		return J0(x)
	case x == 0:
		return 0
	}
	if n < 0 {
		n, x = -n, -x
	}
	if n == 1 {
		return J1(x)
	}
	odd := x < 0 && n&1 == 1
	x = Abs(x)
	var y float64
	switch {
	case x >= hugeBessel && float64(n) <= x:
		s, c := Sincos(x)
		y = (1 / SqrtPi) * [4]float64{c + s, -c + s, -c - s, c - s}[n&3] / Sqrt(x)
	case float64(n) <= x:
		// Forward recurrence is stable up to order x.
		var before float64
		before, y = J0(x), J1(x)
		for i := 1; i < n; i++ {
			before, y = y, y*(float64(i+i)/x)-before
		}
	case x < 1.0/(1<<29):
		y = jnTiny(n, x)
	default:
		y = jnBackward(n, x)
	}
	if odd {
		return -y
	}
	return y
}

// jnTiny returns the first term of Jn's series, (x/2)**n / n!.
func jnTiny(n int, x float64) float64 {
	if n > 33 {
		return 0
	}
	half := x * 0.5
	power, factorial := half, 1.0
	for i := 2; i <= n; i++ {
		factorial *= float64(i)
		power *= half
	}
	return power / factorial
}

// jnBackward is Jn for orders above x: it computes the ratio to order n-1 with a continued fraction, and then recurs
// back to order 0.
func jnBackward(n int, x float64) float64 {
	// The fraction has enough terms for double precision when their denominator exceeds 1e9.
	h := 2 / x
	z := float64(n+n)/x + h
	q0, q1 := float64(n+n)/x, float64(n+n)/x*z-1
	terms := 1
	for q1 < 1e9 {
		terms++
		z += h
		q0, q1 = q1, z*q1-q0
	}
	t := 0.0
	for i := 2 * (n + terms); i >= n+n; i -= 2 {
		t = 1 / (float64(i)/x - t)
	}
	a, b := t, 1.0
	// If (2/x)**n * n! may overflow, the recurrence may overflow too, so its values are scaled.
	overflows := float64(n)*Log(Abs(h*float64(n))) >= 7.09782712893383973096e+02
	for i := n - 1; i > 0; i-- {
		a, b = b, b*float64(i+i)/x-a
		if overflows && b > 1e100 {
			a /= b
			t /= b
			b = 1
		}
	}
	return t * J0(x) / b
}

// Yn returns the Bessel function of the second kind, order n.
func Yn(n int, x float64) float64 {
	switch {
	case x < 0 || x != x:
		return NaN()
	case IsInf(x, 1):
		return 0
	case n == 0:
		return Y0(x)
	case x == 0:
		if n < 0 && n&1 == 1 {
			return Inf(1)
		}
		return Inf(-1)
	}
	odd := n < 0 && n&1 != 0
	if n < 0 {
		n = -n
	}
	y := Y1(x)
	switch {
	case n == 1:
	case x >= hugeBessel:
		s, c := Sincos(x)
		y = (1 / SqrtPi) * [4]float64{s - c, -s - c, -s + c, s + c}[n&3] / Sqrt(x)
	default:
		before := Y0(x)
		for i := 1; i < n && !IsInf(y, -1); i++ {
			before, y = y, (float64(i+i)/x)*y-before
		}
	}
	if odd {
		return -y
	}
	return y
}
