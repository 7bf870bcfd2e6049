// Package strconv converts between values of basic types and their text.
package strconv

import "errors"

// IntSize is the size of an int in bits.
const IntSize = 64

// ErrRange means that a value is out of range for its type.
var ErrRange = errors.New("value out of range")

// ErrSyntax means that a text has invalid syntax for its type.
var ErrSyntax = errors.New("invalid syntax")

// NumError is the error of a conversion.
type NumError struct {
	Func string // the function that failed: ParseBool, ParseInt, …
	Num  string // the input
	Err  error  // the reason: ErrRange, ErrSyntax, …
}

func (e *NumError) Error() string {
	return "strconv." + e.Func + ": parsing " + Quote(e.Num) + ": " + e.Err.Error()
}

func (e *NumError) Unwrap() error { return e.Err }

// The result codes of the parsing natives.
const (
	parsed = iota
	badSyntax
	outOfRange
	badBase
	badBitSize
)

func numError(fn, s string, base, bitSize, code int) error {
	var err error
	switch code {
	case badSyntax:
		err = ErrSyntax
	case outOfRange:
		err = ErrRange
	case badBase:
		err = errors.New("invalid base " + Itoa(base))
	case badBitSize:
		err = errors.New("invalid bit size " + Itoa(bitSize))
	default:
		return nil
	}
	return &NumError{fn, s, err}
}

// ParseInt parses s as an integer of the given base (0: by its prefix) that fits into bitSize bits (0: int).
func ParseInt(s string, base int, bitSize int) (i int64, err error) {
	i, code := parseInt(s, base, bitSize)
	if code != parsed {
		return i, numError("ParseInt", s, base, bitSize, code)
	}
	return i, nil
}

// ParseUint is ParseInt for unsigned numbers; a sign is not allowed.
func ParseUint(s string, base int, bitSize int) (uint64, error) {
	i, code := parseUint(s, base, bitSize)
	if code != parsed {
		return i, numError("ParseUint", s, base, bitSize, code)
	}
	return i, nil
}

// Atoi is ParseInt(s, 10, 0) with an int as result.
func Atoi(s string) (int, error) {
	i, code := parseInt(s, 10, 0)
	if code != parsed {
		return int(i), numError("Atoi", s, 10, 0, code)
	}
	return int(i), nil
}

// ParseBool accepts 1, t, T, TRUE, true, True, 0, f, F, FALSE, false, False.
func ParseBool(str string) (bool, error) {
	switch str {
	case "1", "t", "T", "true", "TRUE", "True":
		return true, nil
	case "0", "f", "F", "false", "FALSE", "False":
		return false, nil
	}
	return false, &NumError{"ParseBool", str, ErrSyntax}
}

// ParseFloat parses s as a float of bitSize (32 or 64) bits, rounded to the nearest; the result is always a float64.
func ParseFloat(s string, bitSize int) (float64, error) {
	f, n, code := parseFloatPrefix(s, bitSize)
	if code == parsed || code == outOfRange {
		if n != len(s) {
			return 0, &NumError{"ParseFloat", s, ErrSyntax}
		}
	}
	if code != parsed {
		return f, numError("ParseFloat", s, 0, bitSize, code)
	}
	return f, nil
}

// ParseComplex parses s, of the form N, Ni or N±Ni, perhaps in parentheses, as a complex number of bitSize (64 or 128) bits.
func ParseComplex(s string, bitSize int) (complex128, error) {
	size := 64
	if bitSize == 64 {
		size = 32
	}
	text := s
	if last := len(s) - 1; last > 0 && s[0] == '(' && s[last] == ')' {
		text = s[1:last]
	}
	first, n, code := parseFloatPrefix(text, size)
	if code != parsed && code != outOfRange {
		return 0, numError("ParseComplex", s, 0, bitSize, code)
	}
	z := complex(first, 0)
	switch rest := text[n:]; rest {
	case "":
	case "i":
		z = complex(0, first)
	default:
		sign := rest[0]
		if sign == '+' && len(rest) > 1 && rest[1] != '+' {
			rest = rest[1:] // the sign, which a NaN must not have
		}
		second, n, its := parseFloatPrefix(rest, size)
		switch {
		case sign != '+' && sign != '-':
			return 0, &NumError{"ParseComplex", s, ErrSyntax}
		case its != parsed && its != outOfRange:
			return 0, numError("ParseComplex", s, 0, bitSize, its)
		case rest[n:] != "i":
			return 0, &NumError{"ParseComplex", s, ErrSyntax}
		case its == outOfRange:
			code = its
		}
		z = complex(first, second)
	}
	if code != parsed {
		return z, numError("ParseComplex", s, 0, bitSize, code)
	}
	return z, nil
}
