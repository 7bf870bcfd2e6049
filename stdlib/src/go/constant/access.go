package constant

import (
	"fmt"
	"math/big"
)

func wrong(x Value, want string) string { return fmt.Sprintf("%v not %s", x, want) }

// BoolVal returns a bool; false if it is unknown.
func BoolVal(x Value) bool {
	switch x := x.(type) {
	case boolean:
		return bool(x)
	case unknown:
		return false
	}
	panic(wrong(x, "a Bool"))
}

// StringVal returns a string; "" if it is unknown.
func StringVal(x Value) string {
	switch x := x.(type) {
	case text:
		return x.string()
	case unknown:
		return ""
	}
	panic(wrong(x, "a String"))
}

// StringLen returns the length of a string; 0 if it is unknown.
func StringLen(x Value) int64 {
	switch x := x.(type) {
	case text:
		return x.length
	case unknown:
		return 0
	}
	panic(wrong(x, "a String"))
}

// Int64Val returns the value of an Int, and whether it fits into an int64.
func Int64Val(x Value) (int64, bool) {
	switch x := x.(type) {
	case intValue:
		return int64(x), true
	case bigValue:
		return x.n.Int64(), false
	case unknown:
		return 0, false
	}
	panic(wrong(x, "an Int"))
}

// Uint64Val returns the value of an Int, and whether it fits into a uint64.
func Uint64Val(x Value) (uint64, bool) {
	switch x := x.(type) {
	case intValue:
		return uint64(x), x >= 0
	case bigValue:
		return x.n.Uint64(), x.n.IsUint64()
	case unknown:
		return 0, false
	}
	panic(wrong(x, "an Int"))
}

// Float32Val returns the float32 nearest to a number that is not Complex, and whether it is exact.
func Float32Val(x Value) (float32, bool) {
	switch x := x.(type) {
	case fraction:
		return x.r.Float32()
	case intValue:
		nearest := float32(x)
		return nearest, intValue(nearest) == x
	}
	f := realNumber(x)
	if f == nil {
		return 0, false
	}
	nearest, accuracy := f.Float32()
	return nearest, accuracy == big.Exact
}

// Float64Val returns the float64 nearest to a number that is not Complex, and whether it is exact.
func Float64Val(x Value) (float64, bool) {
	switch x := x.(type) {
	case fraction:
		return x.r.Float64()
	case intValue:
		nearest := float64(x)
		return nearest, intValue(nearest) == x
	}
	f := realNumber(x)
	if f == nil {
		return 0, false
	}
	nearest, accuracy := f.Float64()
	return nearest, accuracy == big.Exact
}

// realNumber returns a large Int or a float as a big.Float; nil if it is unknown.
func realNumber(x Value) *big.Float {
	switch x := x.(type) {
	case unknown:
		return nil
	case float:
		return x.f
	case bigValue:
		return newFloat().SetInt(x.n)
	}
	panic(wrong(x, "a Float"))
}

// Val returns the underlying value: a bool, a string, an int64 or *big.Int, a *big.Rat or *big.Float; nil for others.
func Val(x Value) any {
	switch x := x.(type) {
	case boolean:
		return bool(x)
	case text:
		return x.string()
	case intValue:
		return int64(x)
	case bigValue:
		return x.n
	case fraction:
		return x.r
	case float:
		return x.f
	}
	return nil
}

// whole returns an Int as a big number; nil if x is not an Int.
func whole(x Value) *big.Int {
	switch x := x.(type) {
	case intValue:
		return big.NewInt(int64(x))
	case bigValue:
		return x.n
	}
	return nil
}

// BitLen returns the number of bits of an Int's absolute value.
func BitLen(x Value) int {
	if n := whole(x); n != nil {
		return n.BitLen()
	}
	if x.Kind() == Unknown {
		return 0
	}
	panic(wrong(x, "an Int"))
}

// Sign returns -1, 0 or 1 for a negative number, zero or a positive one. For a Complex it returns 0 only for zero, for unknown 1.
func Sign(x Value) int {
	switch x := x.(type) {
	case intValue:
		return big.NewInt(int64(x)).Sign()
	case bigValue:
		return x.n.Sign()
	case fraction:
		return x.r.Sign()
	case float:
		return x.f.Sign()
	case pair:
		return Sign(x.re) | Sign(x.im)
	case unknown:
		return 1
	}
	panic(wrong(x, "numeric"))
}

// Bytes returns the bytes of an Int's absolute value, the lowest first.
func Bytes(x Value) []byte {
	n := whole(x)
	if n == nil {
		panic(wrong(x, "an Int"))
	}
	bytes := n.Bytes()
	for i, j := 0, len(bytes)-1; i < j; i, j = i+1, j-1 {
		bytes[i], bytes[j] = bytes[j], bytes[i]
	}
	return bytes
}

// Num returns the numerator of a number that is not Complex; unknown if it is not a small fraction.
func Num(x Value) Value { return part(x, (*big.Rat).Num, x) }

// Denom returns the denominator of a number that is not Complex; unknown if it is not a small fraction.
func Denom(x Value) Value { return part(x, (*big.Rat).Denom, intValue(1)) }

func part(x Value, of func(*big.Rat) *big.Int, ofWhole Value) Value {
	switch x := x.(type) {
	case intValue, bigValue:
		return ofWhole
	case fraction:
		return ofInt(of(x.r))
	case float:
		if isSmallFloat(x.f) {
			r, _ := x.f.Rat(nil)
			return ofInt(of(r))
		}
	case unknown:
	default:
		panic(wrong(x, "Int or Float"))
	}
	return unknown{}
}

// Real returns the real part of a number.
func Real(x Value) Value {
	switch x := x.(type) {
	case unknown, intValue, bigValue, fraction, float:
		return x
	case pair:
		return x.re
	}
	panic(wrong(x, "numeric"))
}

// Imag returns the imaginary part of a number.
func Imag(x Value) Value {
	switch x := x.(type) {
	case unknown:
		return x
	case intValue, bigValue, fraction, float:
		return intValue(0)
	case pair:
		return x.im
	}
	panic(wrong(x, "numeric"))
}

// ToInt returns a number as an Int; unknown if it is not whole. A number that is whole within the precision counts as whole.
func ToInt(x Value) Value {
	switch x := x.(type) {
	case intValue, bigValue:
		return x
	case fraction:
		if x.r.IsInt() {
			return ofInt(x.r.Num())
		}
	case float:
		// A number with very many digits is not useful as an Int.
		if isSmallFloat(x.f) {
			if n := nearWhole(x.f); n != nil {
				return ofInt(n)
			}
		}
	case pair:
		if re := ToFloat(x); re.Kind() == Float {
			return ToInt(re)
		}
	}
	return unknown{}
}

// nearWhole returns f if it is whole, or the whole number that is nearly equal; nil if there is none.
func nearWhole(f *big.Float) *big.Int {
	n := new(big.Int)
	if _, accuracy := f.Int(n); accuracy == big.Exact {
		return n
	}
	const lessBits = 4
	for _, mode := range []big.RoundingMode{big.ToNegativeInf, big.ToPositiveInf} {
		rounded := new(big.Float).SetMode(mode).SetPrec(precision - lessBits).Set(f)
		if _, accuracy := rounded.Int(n); accuracy == big.Exact {
			return n
		}
	}
	return nil
}

// ToFloat returns a number as a Float; unknown if it has an imaginary part.
func ToFloat(x Value) Value {
	switch x := x.(type) {
	case intValue:
		return fraction{new(big.Rat).SetInt64(int64(x))}
	case bigValue:
		return ofRatOrFloat(x.n)
	case fraction, float:
		return x
	case pair:
		if Sign(x.im) == 0 {
			return ToFloat(x.re)
		}
	}
	return unknown{}
}

// ToComplex returns a number as a Complex.
func ToComplex(x Value) Value {
	switch x.(type) {
	case intValue, bigValue, fraction, float:
		return pair{x, intValue(0)}
	case pair:
		return x
	}
	return unknown{}
}
