package math

// The functions without a body give the same bits as Go's own on linux/amd64 wherever that is known.

// Exp is e**x.
func Exp(x float64) float64

// Exp2 is 2**x.
func Exp2(x float64) float64

// Expm1 is e**x - 1, exact near 0.
func Expm1(x float64) float64

// Log is the natural logarithm.
func Log(x float64) float64

// Log2 is the binary logarithm.
func Log2(x float64) float64

// Log10 is the decimal logarithm.
func Log10(x float64) float64

// Log1p is the logarithm of 1+x, exact near 0.
func Log1p(x float64) float64

// Sin is the sine.
func Sin(x float64) float64

// Cos is the cosine.
func Cos(x float64) float64

// Tan is the tangent.
func Tan(x float64) float64

// Asin is the arc sine.
func Asin(x float64) float64

// Acos is the arc cosine.
func Acos(x float64) float64

// Atan is the arc tangent.
func Atan(x float64) float64

// Sinh is the hyperbolic sine.
func Sinh(x float64) float64

// Cosh is the hyperbolic cosine.
func Cosh(x float64) float64

// Tanh is the hyperbolic tangent.
func Tanh(x float64) float64

// Asinh is the inverse hyperbolic sine.
func Asinh(x float64) float64

// Acosh is the inverse hyperbolic cosine.
func Acosh(x float64) float64

// Atanh is the inverse hyperbolic tangent.
func Atanh(x float64) float64

// Cbrt is the cube root.
func Cbrt(x float64) float64

// Erf is the error function.
func Erf(x float64) float64

// Erfc is 1 - Erf(x).
func Erfc(x float64) float64

// Erfinv is the inverse of Erf.
func Erfinv(x float64) float64

// Gamma is the Gamma function.
func Gamma(x float64) float64

// J0 is the Bessel function of the first kind, order 0.
func J0(x float64) float64

// J1 is the Bessel function of the first kind, order 1.
func J1(x float64) float64

// Y0 is the Bessel function of the second kind, order 0.
func Y0(x float64) float64

// Y1 is the Bessel function of the second kind, order 1.
func Y1(x float64) float64

// Erfcinv is the inverse of Erfc.
func Erfcinv(x float64) float64 { return Erfinv(1 - x) }

// Atan2 is the angle of the point (x, y).
func Atan2(y, x float64) float64

// Hypot is the length of (p, q), without overflow in between.
func Hypot(p, q float64) float64

// Pow is x**y.
func Pow(x, y float64) float64

// Sincos is Sin and Cos.
func Sincos(x float64) (sin, cos float64) { return Sin(x), Cos(x) }

// Lgamma is the logarithm of |Gamma(x)| and its sign.
func Lgamma(x float64) (lgamma float64, sign int)
