package math

// The functions without a body return the same bits as Go's own on linux/amd64 wherever these are known.

// Exp returns e**x.
func Exp(x float64) float64

// Exp2 returns 2**x.
func Exp2(x float64) float64

// Expm1 returns e**x - 1, accurate near 0.
func Expm1(x float64) float64

// Log returns the natural logarithm.
func Log(x float64) float64

// Log2 returns the binary logarithm.
func Log2(x float64) float64

// Log10 returns the decimal logarithm.
func Log10(x float64) float64

// Log1p returns the logarithm of 1+x, exact near 0.
func Log1p(x float64) float64

// Sin returns the sine.
func Sin(x float64) float64

// Cos returns the cosine.
func Cos(x float64) float64

// Tan returns the tangent.
func Tan(x float64) float64

// Asin returns the arc sine.
func Asin(x float64) float64

// Acos returns the arc cosine.
func Acos(x float64) float64

// Atan returns the arc tangent.
func Atan(x float64) float64

// Sinh returns the hyperbolic sine.
func Sinh(x float64) float64

// Cosh returns the hyperbolic cosine.
func Cosh(x float64) float64

// Tanh returns the hyperbolic tangent.
func Tanh(x float64) float64

// Asinh returns the inverse hyperbolic sine.
func Asinh(x float64) float64

// Acosh returns the inverse hyperbolic cosine.
func Acosh(x float64) float64

// Atanh returns the inverse hyperbolic tangent.
func Atanh(x float64) float64

// Cbrt returns the cube root.
func Cbrt(x float64) float64

// Erf returns the error function.
func Erf(x float64) float64

// Erfc returns 1 - Erf(x).
func Erfc(x float64) float64

// Erfinv returns the inverse of Erf.
func Erfinv(x float64) float64

// Gamma returns the Gamma function.
func Gamma(x float64) float64

// J0 returns the Bessel function of the first kind, order 0.
func J0(x float64) float64

// J1 returns the Bessel function of the first kind, order 1.
func J1(x float64) float64

// Y0 returns the Bessel function of the second kind, order 0.
func Y0(x float64) float64

// Y1 returns the Bessel function of the second kind, order 1.
func Y1(x float64) float64

// Erfcinv returns the inverse of Erfc.
func Erfcinv(x float64) float64 { return Erfinv(1 - x) }

// Atan2 returns the angle of the point (x, y).
func Atan2(y, x float64) float64

// Hypot returns the length of (p, q), without overflow in between.
func Hypot(p, q float64) float64

// Pow returns x**y.
func Pow(x, y float64) float64

// Sincos returns Sin(x) and Cos(x).
func Sincos(x float64) (sin, cos float64) { return Sin(x), Cos(x) }

// Lgamma returns the logarithm of |Gamma(x)| and its sign.
func Lgamma(x float64) (lgamma float64, sign int)
