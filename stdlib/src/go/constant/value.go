// Package constant has the values of Go's untyped constants, and operations on them.
package constant

import (
	"fmt"
	"go/token"
	"math"
	"math/big"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Kind is the kind of a value.
type Kind int

// The kinds. Unknown is the kind of values that are unknown because of an error.
const (
	Unknown Kind = iota
	Bool
	String
	Int
	Float
	Complex
)

var kindNames = [...]string{"Unknown", "Bool", "String", "Int", "Float", "Complex"}

func (i Kind) String() string {
	if i < 0 || int(i) >= len(kindNames) {
		return "Kind(" + strconv.Itoa(int(i)) + ")"
	}
	return kindNames[i]
}

// A Value is the value of a constant. String may shorten and round it, ExactString does neither.
type Value interface {
	Kind() Kind
	String() string
	ExactString() string
	isValue()
}

// Floats have precision bits; a number whose exponent is at most maxExponent bits is kept as an exact fraction.
const (
	precision   = 512
	maxExponent = 4 << 10
)

// The values. An intValue is an Int of 64 bits, a bigValue a larger one; a fraction is a Float with numerator and denominator.
type (
	unknown  struct{}
	boolean  bool
	text     struct{ *joinedText }
	intValue int64
	bigValue struct{ n *big.Int }
	fraction struct{ r *big.Rat }
	float    struct{ f *big.Float }
	pair     struct{ re, im Value }
)

// A joinedText is a string, or two strings that are joined when the text is first needed: many additions then take linear time.
type joinedText struct {
	once        sync.Once
	s           string
	left, right *joinedText
	length      int64
}

func (t *joinedText) string() string {
	t.once.Do(func() {
		if t.left == nil {
			return
		}
		var b strings.Builder
		b.Grow(int(t.length))
		// Without recursion, since a chain may be long.
		for open := []*joinedText{t}; len(open) > 0; {
			last := open[len(open)-1]
			open = open[:len(open)-1]
			if left, right := last.left, last.right; left != nil {
				open = append(open, right, left)
			} else {
				b.WriteString(last.s)
			}
		}
		t.s = b.String()
	})
	return t.s
}

func (unknown) isValue()  {}
func (boolean) isValue()  {}
func (text) isValue()     {}
func (intValue) isValue() {}
func (bigValue) isValue() {}
func (fraction) isValue() {}
func (float) isValue()    {}
func (pair) isValue()     {}

func (unknown) Kind() Kind  { return Unknown }
func (boolean) Kind() Kind  { return Bool }
func (text) Kind() Kind     { return String }
func (intValue) Kind() Kind { return Int }
func (bigValue) Kind() Kind { return Int }
func (fraction) Kind() Kind { return Float }
func (float) Kind() Kind    { return Float }
func (pair) Kind() Kind     { return Complex }

func (unknown) String() string    { return "unknown" }
func (x boolean) String() string  { return strconv.FormatBool(bool(x)) }
func (x intValue) String() string { return strconv.FormatInt(int64(x), 10) }
func (x bigValue) String() string { return x.n.String() }
func (x fraction) String() string {
	return float{new(big.Float).SetPrec(precision).SetRat(x.r)}.String()
}
func (x pair) String() string { return fmt.Sprintf("(%s + %si)", x.re, x.im) }

// String returns the string in quotation marks, cut off if it is long.
func (x text) String() string {
	const longest = 72
	s := strconv.Quote(x.string())
	if utf8.RuneCountInString(s) <= longest {
		return s
	}
	kept := 0
	for i := range s {
		if kept++; kept > longest-len("...") {
			return s[:i] + "..."
		}
	}
	return s
}

// String returns a few digits of a number, even of one that a float64 cannot represent.
func (x float) String() string {
	if x.f.IsInf() {
		return x.f.String()
	}
	if f, _ := x.f.Float64(); x.f.Sign() == 0 == (f == 0) && !math.IsInf(f, 0) {
		s := fmt.Sprintf("%.6g", f)
		if !x.f.IsInt() && strings.IndexByte(s, '.') < 0 {
			// The text must not look like an integer.
			s = fmt.Sprintf("%g", f)
		}
		return s
	}
	// The number is m times 2**e, and is to be written as a mantissa times a whole power of 10.
	var m big.Float
	e := x.f.MantExp(&m)
	mantissa, _ := m.Float64()
	whole, rest := math.Modf(float64(e) * (math.Ln2 / math.Ln10))
	mantissa *= math.Pow(10, rest)
	switch size := math.Abs(mantissa); {
	case size < 1-0.5e-6:
		mantissa *= 10
		whole--
	case size >= 10:
		mantissa /= 10
		whole++
	}
	return fmt.Sprintf("%.6ge%+d", mantissa, int64(whole))
}

func (x unknown) ExactString() string  { return x.String() }
func (x boolean) ExactString() string  { return x.String() }
func (x text) ExactString() string     { return strconv.Quote(x.string()) }
func (x intValue) ExactString() string { return x.String() }
func (x bigValue) ExactString() string { return x.String() }
func (x float) ExactString() string    { return x.f.Text('p', 0) }

func (x fraction) ExactString() string {
	if x.r.IsInt() {
		return x.r.Num().String()
	}
	return x.r.String()
}

func (x pair) ExactString() string {
	return fmt.Sprintf("(%s + %si)", x.re.ExactString(), x.im.ExactString())
}

// ofInt returns the value of a whole number.
func ofInt(n *big.Int) Value {
	if n.IsInt64() {
		return intValue(n.Int64())
	}
	return bigValue{n}
}

// ofRat returns the value of a fraction; a large one is rounded to a float.
func ofRat(r *big.Rat) Value {
	if isSmall(r.Num()) && isSmall(r.Denom()) {
		return fraction{r}
	}
	return float{newFloat().SetRat(r)}
}

// ofFloat returns the value of a big.Float; unknown if it is infinite.
func ofFloat(f *big.Float) Value {
	if f.IsInf() {
		return unknown{}
	}
	return float{f}
}

func isSmall(n *big.Int) bool { return n.BitLen() < maxExponent }

// isSmallFloat reports whether the number is a fraction with small parts.
func isSmallFloat(f *big.Float) bool {
	if f.IsInf() {
		return false
	}
	e := f.MantExp(nil)
	return -maxExponent < e && e < maxExponent
}

func newFloat() *big.Float { return new(big.Float).SetPrec(precision) }

func newText(s string) Value { return text{&joinedText{s: s, length: int64(len(s))}} }

// MakeUnknown returns the Unknown value.
func MakeUnknown() Value { return unknown{} }

// MakeBool returns the value of a bool.
func MakeBool(b bool) Value { return boolean(b) }

// MakeString returns the value of a string.
func MakeString(s string) Value { return newText(s) }

// MakeInt64 returns the value of a number.
func MakeInt64(x int64) Value { return intValue(x) }

// MakeUint64 returns the value of a number.
func MakeUint64(x uint64) Value { return ofInt(new(big.Int).SetUint64(x)) }

// MakeFloat64 returns the Float of a number; unknown for NaN and infinities.
func MakeFloat64(x float64) Value {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return unknown{}
	}
	if f := big.NewFloat(x); isSmallFloat(f) {
		return fraction{new(big.Rat).SetFloat64(x + 0)}
	}
	return float{newFloat().SetFloat64(x + 0)}
}

// MakeFromLiteral returns the value of a literal; unknown if it is invalid. zero must be 0.
func MakeFromLiteral(lit string, tok token.Token, zero uint) Value {
	if zero != 0 {
		panic("MakeFromLiteral called with non-zero last argument")
	}
	switch tok {
	case token.INT:
		if n, ok := new(big.Int).SetString(lit, 0); ok {
			return ofInt(n)
		}
	case token.FLOAT:
		return ofLiteral(lit)
	case token.IMAG:
		if number, ok := strings.CutSuffix(lit, "i"); ok {
			if im := ofLiteral(number); im.Kind() != Unknown {
				return pair{intValue(0), im}
			}
		}
	case token.CHAR:
		if n := len(lit); n >= 2 {
			if code, _, _, err := strconv.UnquoteChar(lit[1:n-1], '\''); err == nil {
				return intValue(code)
			}
		}
	case token.STRING:
		if s, err := strconv.Unquote(lit); err == nil {
			return newText(s)
		}
	default:
		panic(fmt.Sprintf("%v is not a valid token", tok))
	}
	return unknown{}
}

// ofLiteral reads a number with a fraction or an exponent.
func ofLiteral(lit string) Value {
	f, ok := newFloat().SetString(lit)
	if !ok {
		return unknown{}
	}
	if isSmallFloat(f) {
		if f.Sign() == 0 {
			// The literal may have an exponent for which exact arithmetic would take too long.
			lit = "0"
		}
		if r, ok := new(big.Rat).SetString(lit); ok {
			return fraction{r}
		}
	}
	return ofFloat(f)
}

// MakeFromBytes returns the Int with these bytes, the lowest first.
func MakeFromBytes(bytes []byte) Value {
	reversed := make([]byte, len(bytes))
	for i, b := range bytes {
		reversed[len(bytes)-1-i] = b
	}
	return ofInt(new(big.Int).SetBytes(reversed))
}

// Make returns the value of a bool, a string, an int64, a *big.Int, *big.Float or *big.Rat; unknown for others.
func Make(x any) Value {
	switch x := x.(type) {
	case bool:
		return boolean(x)
	case string:
		return newText(x)
	case int64:
		return intValue(x)
	case *big.Int:
		return ofInt(x)
	case *big.Rat:
		return ofRat(x)
	case *big.Float:
		return ofFloat(x)
	}
	return unknown{}
}

// MakeImag returns x times i; x must be a number that is not Complex.
func MakeImag(x Value) Value {
	switch x.Kind() {
	case Unknown:
		return x
	case Int, Float:
		return pair{intValue(0), x}
	}
	panic(fmt.Sprintf("%v not Int or Float", x))
}
