// Package math has constants and functions of floating-point numbers.
package math

// Constants, with as many digits as a compiler may need.
const (
	E   = 2.71828182845904523536028747135266249775724709369995957496696763
	Pi  = 3.14159265358979323846264338327950288419716939937510582097494459
	Phi = 1.61803398874989484820458683436563811772030917980576286213544862

	Sqrt2   = 1.41421356237309504880168872420969807856967187537694807317667974
	SqrtE   = 1.64872127070012814684865078781416357165377610071014801157507931
	SqrtPi  = 1.77245385090551602729816748334114518279754945612238712821380779
	SqrtPhi = 1.27201964951406896425242246173749149171560804184009624861664038

	Ln2    = 0.693147180559945309417232121458176568075500134360255254120680009
	Log2E  = 1 / Ln2
	Ln10   = 2.30258509299404568401799145468436420760110148862877297603332790
	Log10E = 1 / Ln10
)

// The limits of floating-point numbers.
const (
	MaxFloat32             = 0x1p127 * (1 + (1 - 0x1p-23))
	SmallestNonzeroFloat32 = 0x1p-126 * 0x1p-23
	MaxFloat64             = 0x1p1023 * (1 + (1 - 0x1p-52))
	SmallestNonzeroFloat64 = 0x1p-1022 * 0x1p-52
)

// The limits of integers.
const (
	MaxInt    = 1<<63 - 1
	MinInt    = -1 << 63
	MaxInt8   = 1<<7 - 1
	MinInt8   = -1 << 7
	MaxInt16  = 1<<15 - 1
	MinInt16  = -1 << 15
	MaxInt32  = 1<<31 - 1
	MinInt32  = -1 << 31
	MaxInt64  = 1<<63 - 1
	MinInt64  = -1 << 63
	MaxUint   = 1<<64 - 1
	MaxUint8  = 1<<8 - 1
	MaxUint16 = 1<<16 - 1
	MaxUint32 = 1<<32 - 1
	MaxUint64 = 1<<64 - 1
)

// Float64bits returns the bits of f.
func Float64bits(f float64) uint64

// Float64frombits returns the number with the bits b.
func Float64frombits(b uint64) float64

// Float32bits returns the bits of f.
func Float32bits(f float32) uint32

// Float32frombits returns the number with the bits b.
func Float32frombits(b uint32) float32

// Abs returns x without its sign.
func Abs(x float64) float64

// Sqrt returns the square root.
func Sqrt(x float64) float64

// Floor returns the greatest whole number not above x.
func Floor(x float64) float64

// Ceil returns the least whole number not below x.
func Ceil(x float64) float64

// Trunc returns x without its fraction.
func Trunc(x float64) float64

// Round returns the nearest whole number, half away from zero.
func Round(x float64) float64

// RoundToEven returns the nearest whole number, half to even.
func RoundToEven(x float64) float64

// FMA returns x*y+z, rounded once.
func FMA(x, y, z float64) float64

// Copysign returns f with the sign of sign.
func Copysign(f, sign float64) float64 {
	return Float64frombits(Float64bits(f)&^(1<<63) | Float64bits(sign)&(1<<63))
}

// Signbit reports whether x is negative or negative zero.
func Signbit(x float64) bool { return Float64bits(x)>>63 != 0 }

// Inf returns positive infinity for sign >= 0, else negative infinity.
func Inf(sign int) float64 {
	if sign >= 0 {
		return Float64frombits(0x7FF0000000000000)
	}
	return Float64frombits(0xFFF0000000000000)
}

// NaN returns a "not a number".
func NaN() float64 { return Float64frombits(0x7FF8000000000001) }

// IsNaN reports whether f is a "not a number".
func IsNaN(f float64) (is bool) { return f != f }

// IsInf reports whether f is an infinity of that sign; of any with sign 0.
func IsInf(f float64, sign int) bool {
	return sign >= 0 && f > MaxFloat64 || sign <= 0 && f < -MaxFloat64
}

// Max returns the larger of x and y; NaN if one is NaN (but +Inf if one is +Inf), and 0 for 0 and -0.
func Max(x, y float64) float64 {
	if IsInf(x, 1) || IsInf(y, 1) {
		return Inf(1)
	}
	return max(x, y)
}

// Min returns the smaller of x and y; NaN if one is NaN (but -Inf if one is -Inf), and -0 for 0 and -0.
func Min(x, y float64) float64 {
	if IsInf(x, -1) || IsInf(y, -1) {
		return Inf(-1)
	}
	return min(x, y)
}

// Dim returns x-y, or 0 if that is negative.
func Dim(x, y float64) float64 {
	v := x - y
	if v <= 0 {
		return 0
	}
	return v
}

// Modf returns the integer part and the fraction, both with the sign of f.
func Modf(f float64) (integer float64, fractional float64) {
	integer = Trunc(f)
	if IsInf(f, 0) {
		return f, NaN()
	}
	return integer, Copysign(f-integer, f)
}

// Frexp returns a fraction in [0.5, 1) and an exponent of two, whose product is f.
func Frexp(f float64) (frac float64, exp int)

// Ldexp returns frac × 2**exp.
func Ldexp(frac float64, exp int) float64

// Mod returns the remainder of x/y with the sign of x.
func Mod(x, y float64) float64

// Remainder returns the IEEE 754 remainder of x/y.
func Remainder(x, y float64) float64

// Logb returns the binary exponent of x.
func Logb(x float64) float64 {
	switch {
	case x == 0:
		return Inf(-1)
	case IsInf(x, 0):
		return Inf(1)
	case IsNaN(x):
		return x
	}
	return float64(exponent(x))
}

// Ilogb returns the binary exponent of x as an integer.
func Ilogb(x float64) int {
	switch {
	case x == 0:
		return MinInt32
	case IsNaN(x):
		return MaxInt32
	case IsInf(x, 0):
		return MaxInt32
	}
	return exponent(x)
}

func exponent(x float64) int {
	_, e := Frexp(x)
	return e - 1
}

// Nextafter returns the next number from x towards y.
func Nextafter(x, y float64) (r float64) {
	switch {
	case IsNaN(x) || IsNaN(y):
		return NaN()
	case x == y:
		return x
	case x == 0:
		return Copysign(Float64frombits(1), y)
	case (y > x) == (x > 0):
		return Float64frombits(Float64bits(x) + 1)
	}
	return Float64frombits(Float64bits(x) - 1)
}

// Nextafter32 returns the next number from x towards y.
func Nextafter32(x, y float32) (r float32) {
	switch {
	case IsNaN(float64(x)) || IsNaN(float64(y)):
		return float32(NaN())
	case x == y:
		return x
	case x == 0:
		return float32(Copysign(float64(Float32frombits(1)), float64(y)))
	case (y > x) == (x > 0):
		return Float32frombits(Float32bits(x) + 1)
	}
	return Float32frombits(Float32bits(x) - 1)
}

// Pow10 returns 10**n: 0 below -323, +Inf above 308.
func Pow10(n int) float64
