package jsontext

import (
	"encoding/json/internal/wire"
	"math"
	"strconv"
	"strings"
	"unsafe"
)

// A Token is a token of JSON: a literal, string, number, or the beginning or end of an object or array.
//
// A token of a Decoder is valid until the next call of the Decoder's methods; Clone returns a token that remains valid.
type Token struct {
	kind Kind
	form form
	// text is the JSON text of the token, or the contents of a string. bits is the number.
	text string
	bits uint64
	// A text in a decoder's buffer is valid while the decoder's Serial equals this.
	from   *wire.Reader
	serial int
}

// A form says which fields of a Token are valid.
type form uint8

const (
	isText form = iota
	isString
	isInt
	isUint
	isFloat
	isFloat32
)

// The tokens with a constant text.
var (
	Null  Token = raw("null")
	False Token = raw("false")
	True  Token = raw("true")

	BeginObject Token = raw("{")
	EndObject   Token = raw("}")
	BeginArray  Token = raw("[")
	EndArray    Token = raw("]")
)

func raw(text string) Token { return Token{kind: Kind(wire.Kind(text[0])), text: text} }

// Bool returns the token of a boolean.
func Bool(b bool) Token {
	if b {
		return True
	}
	return False
}

// String returns the token of a string, which should be UTF-8.
func String(s string) Token { return Token{kind: KindString, form: isString, text: s} }

// Float returns the token of a number. NaN and infinities, which JSON lacks, become the strings "NaN", "Infinity" and "-Infinity".
func Float(n float64) Token { return float(n, isFloat) }

// Float32 is Float for a number that is written with the precision of a float32.
func Float32(n float32) Token { return float(float64(n), isFloat32) }

func float(n float64, form form) Token {
	if name := unusual(n); name != "" {
		return String(name)
	}
	return Token{kind: KindNumber, form: form, bits: math.Float64bits(n)}
}

// unusual returns the text for a number that JSON lacks.
func unusual(n float64) string {
	switch {
	case math.IsNaN(n):
		return "NaN"
	case math.IsInf(n, 1):
		return "Infinity"
	case math.IsInf(n, -1):
		return "-Infinity"
	}
	return ""
}

// Int returns the token of an integer.
func Int(n int64) Token { return Token{kind: KindNumber, form: isInt, bits: uint64(n)} }

// Uint returns the token of an integer without sign.
func Uint(n uint64) Token { return Token{kind: KindNumber, form: isUint, bits: n} }

// check panics if the token is no longer valid.
func (t *Token) check() {
	if t.from != nil && t.from.Serial() != t.serial {
		panic("invalid jsontext.Token; it has been voided by a subsequent json.Decoder call")
	}
}

// Kind returns the kind of the token.
func (t Token) Kind() Kind {
	t.check()
	return t.kind
}

// Clone returns a token that stays valid.
func (t Token) Clone() Token {
	t.check()
	if t.from == nil {
		return t
	}
	if t.kind != KindString && t.kind != KindNumber {
		return raw(literals[t.kind])
	}
	t.text, t.from = strings.Clone(t.text), nil
	return t
}

var literals = map[Kind]string{
	KindNull: "null", KindFalse: "false", KindTrue: "true",
	KindBeginObject: "{", KindEndObject: "}", KindBeginArray: "[", KindEndArray: "]",
}

func (t Token) wrong() { panic("invalid JSON token kind: " + t.kind.String()) }

// Bool returns the value of a boolean. It panics for other tokens.
func (t Token) Bool() bool {
	t.check()
	if t.kind != KindTrue && t.kind != KindFalse {
		t.wrong()
	}
	return t.kind == KindTrue
}

// number returns the text of a number.
func (t *Token) number() string {
	switch t.form {
	case isInt:
		return strconv.FormatInt(int64(t.bits), 10)
	case isUint:
		return strconv.FormatUint(t.bits, 10)
	case isFloat, isFloat32:
		bits := 64
		if t.form == isFloat32 {
			bits = 32
		}
		return string(wire.AppendFloat(nil, math.Float64frombits(t.bits), bits))
	}
	return t.text
}

// String returns the contents of a string, and the JSON text of other tokens.
func (t Token) String() string {
	t.check()
	switch {
	case t.kind == KindInvalid:
		return "<invalid jsontext.Token>"
	case t.kind == KindString && t.form == isText:
		return wire.Unquoted(bytesOf(t.text))
	case t.kind == KindNumber:
		return strings.Clone(t.number())
	case t.from != nil:
		return literals[t.kind]
	}
	return t.text
}

// bytesOf returns the bytes of a string, which the caller must not change.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// A numberError means that the number of a token does not fit the method's result.
type numberError struct {
	text, method string
	err          error
}

func (e *numberError) Error() string {
	return "jsontext.Token(" + e.text + ")." + e.method + " error: " + e.err.Error()
}

// Unwrap returns strconv.ErrSyntax or strconv.ErrRange.
func (e *numberError) Unwrap() error { return e.err }

func (t *Token) failed(method string, err error) error {
	return &numberError{strings.Clone(t.number()), method, err}
}

// Float returns the value of a number token, or ±Inf and an error if the number is too large. For a string token "NaN",
// "Infinity" or "-Infinity" it returns that float. It panics for all other tokens.
func (t Token) Float() (float64, error) { return t.floating(64, "Float") }

// Float32 is Float with the precision of a float32.
func (t Token) Float32() (float32, error) {
	f, err := t.floating(32, "Float32")
	return float32(f), err
}

func (t *Token) floating(bits int, method string) (float64, error) {
	t.check()
	if t.kind == KindString {
		switch t.String() {
		case "NaN":
			return math.NaN(), nil
		case "Infinity":
			return math.Inf(1), nil
		case "-Infinity":
			return math.Inf(-1), nil
		}
	}
	if t.kind != KindNumber {
		t.wrong()
	}
	var f float64
	var err error
	if t.form == isFloat || t.form == isFloat32 {
		f = math.Float64frombits(t.bits)
		if bits == 32 {
			if f = float64(float32(f)); math.IsInf(f, 0) {
				err = strconv.ErrRange
			}
		}
	} else {
		f, err = strconv.ParseFloat(t.number(), bits)
	}
	if err != nil {
		return f, t.failed("Float", strconv.ErrRange)
	}
	return f, nil
}

// Int returns the value of an integer. For other numbers it returns the nearest int64, without the fraction, and an
// error. It panics if the token is not a number.
func (t Token) Int() (int64, error) {
	t.check()
	if t.kind != KindNumber {
		t.wrong()
	}
	text := t.number()
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err == nil:
		return n, nil
	case t.form == isFloat || t.form == isFloat32:
		err = strconv.ErrSyntax
		if f := math.Float64frombits(t.bits); f >= 1<<63 || f < -1<<63 {
			err = strconv.ErrRange
		}
	case strings.ContainsAny(text, ".eE"):
		err = strconv.ErrSyntax
	default:
		return n, t.failed("Int", strconv.ErrRange)
	}
	f, _ := strconv.ParseFloat(text, 64)
	switch {
	case f >= 1<<63:
		n = math.MaxInt64
	case f < -1<<63:
		n = math.MinInt64
	default:
		n = int64(f)
	}
	return n, t.failed("Int", err)
}

// Uint is Int for unsigned integers.
func (t Token) Uint() (uint64, error) {
	t.check()
	if t.kind != KindNumber {
		t.wrong()
	}
	text := t.number()
	n, err := strconv.ParseUint(text, 10, 64)
	switch {
	case err == nil:
		return n, nil
	case t.form == isFloat || t.form == isFloat32:
		err = strconv.ErrSyntax
		if f := math.Float64frombits(t.bits); f >= 1<<64 {
			err = strconv.ErrRange
		}
	case text[0] == '-' || strings.ContainsAny(text, ".eE"):
		err = strconv.ErrSyntax
	default:
		return n, t.failed("Uint", strconv.ErrRange)
	}
	f, _ := strconv.ParseFloat(text, 64)
	switch {
	case f >= 1<<64:
		n = math.MaxUint64
	case f <= 0:
		n = 0
	default:
		n = uint64(f)
	}
	return n, t.failed("Uint", err)
}
