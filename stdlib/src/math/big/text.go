package big

import (
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strconv"
)

const digitChars = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// MaxBase is the largest base of a text.
const MaxBase = 10 + ('z' - 'a' + 1) + ('Z' - 'A' + 1)

var (
	errNoDigits  = errors.New("number has no digits")
	errSeparator = errors.New("'_' must separate successive digits")
)

// text returns the digits of x in the base.
func (x nat) text(base int) []byte {
	if base < 2 || base > MaxBase {
		panic("invalid base")
	}
	if len(x) <= 1 && base <= 36 {
		return strconv.AppendUint(nil, x.low(), base)
	}
	out := toDigits(x, uint(base))
	for i, d := range out {
		out[i] = digitChars[d]
	}
	return out
}

func signed(neg bool, digits []byte) []byte {
	if neg {
		return append([]byte{'-'}, digits...)
	}
	return digits
}

// digitValue returns the value of a character in the base; at least the base if it is not a digit.
func digitValue(ch byte, base int) int {
	switch {
	case '0' <= ch && ch <= '9':
		return int(ch - '0')
	case 'a' <= ch && ch <= 'z':
		return int(ch-'a') + 10
	case 'A' <= ch && ch <= 'Z' && base <= 36:
		return int(ch-'A') + 10
	case 'A' <= ch && ch <= 'Z':
		return int(ch-'A') + 36
	}
	return MaxBase + 1
}

// scanPrefix reads the prefix that determines a number's base: it returns the base, the prefix's letter ('0' for the
// octal prefix without one), and whether it read a zero that is a digit. The next character is in ch and err.
func scanPrefix(r io.ByteScanner, ch byte, fraction bool) (base int, prefix byte, zero bool, next byte, err error) {
	if ch != '0' {
		return 10, 0, false, ch, nil
	}
	next, err = r.ReadByte()
	if err != nil {
		return 10, 0, true, next, err
	}
	prefix = next | 0x20 // the letter in lower case
	switch prefix {
	case 'x':
		base = 16
	case 'o':
		base = 8
	case 'b':
		base = 2
	default:
		if fraction {
			return 10, 0, true, next, nil
		}
		return 8, '0', false, next, nil
	}
	next, err = r.ReadByte()
	return base, prefix, false, next, err
}

// scanNat reads digits, with a point among them if fractions are allowed. It returns the number without the point,
// its base, and the number of digits, or minus the number of digits after the point if there was one.
func scanNat(r io.ByteScanner, base int, fraction bool) (z nat, b, count int, err error) {
	known := base == 0 || !fraction && 2 <= base && base <= MaxBase ||
		fraction && (base == 2 || base == 8 || base == 10 || base == 16)
	if !known {
		panic(fmt.Sprintf("invalid number base %d", base))
	}
	var digits []byte
	var prefix byte
	last := byte('.') // '0' after a digit, '_' after a separator
	ch, err := r.ReadByte()
	b = base
	if base == 0 {
		b = 10
		if err == nil {
			var zero bool
			b, prefix, zero, ch, err = scanPrefix(r, ch, fraction)
			if zero {
				digits, count = append(digits, 0), 1
			}
			if zero || prefix != 0 {
				last = '0'
			}
		}
	}
	wrong, point := false, -1
	for err == nil {
		if ch == '.' && fraction {
			fraction = false
			wrong = wrong || last == '_'
			last, point = '.', count
		} else if ch == '_' && base == 0 {
			wrong = wrong || last != '0'
			last = '_'
		} else if d := digitValue(ch, b); d < b {
			digits = append(digits, byte(d))
			last = '0'
			count++
		} else {
			r.UnreadByte()
			break
		}
		ch, err = r.ReadByte()
	}
	if err == io.EOF {
		err = nil
	}
	if err == nil && (wrong || last == '_') {
		err = errSeparator
	}
	if count == 0 {
		if prefix == '0' {
			// An octal prefix without digits is the number 0.
			return nil, 10, 1, err
		}
		err = errNoDigits
	}
	if z = natOfDigits(digits, b); point >= 0 {
		count = point - count
	}
	return z, b, count, err
}

func natOfDigits(digits []byte, base int) nat {
	if len(digits)*bits.Len(uint(base)) < wordBits {
		z := uint64(0)
		for _, d := range digits {
			z = z*uint64(base) + uint64(d)
		}
		return natOf(z)
	}
	return fromDigits(digits, uint(base))
}

func scanSign(r io.ByteScanner) (neg bool, err error) {
	ch, err := r.ReadByte()
	if err != nil {
		return false, err
	}
	if ch != '-' && ch != '+' {
		r.UnreadByte()
	}
	return ch == '-', nil
}

// scanExponent reads an exponent if there is one: it returns its value, and its base.
func scanExponent(r io.ByteScanner, binary, separators bool) (exp int64, base int, err error) {
	ch, err := r.ReadByte()
	switch {
	case err == io.EOF:
		return 0, 10, nil
	case err != nil:
		return 0, 10, err
	case ch == 'e' || ch == 'E':
		base = 10
	case binary && (ch == 'p' || ch == 'P'):
		base = 2
	default:
		r.UnreadByte()
		return 0, 10, nil
	}
	var text []byte
	ch, err = r.ReadByte()
	if err == nil && (ch == '+' || ch == '-') {
		if ch == '-' {
			text = append(text, '-')
		}
		ch, err = r.ReadByte()
	}
	last, wrong, digits := byte('.'), false, false
	for err == nil {
		if '0' <= ch && ch <= '9' {
			text = append(text, ch)
			last, digits = '0', true
		} else if ch == '_' && separators {
			wrong = wrong || last != '0'
			last = '_'
		} else {
			r.UnreadByte()
			break
		}
		ch, err = r.ReadByte()
	}
	if err == io.EOF {
		err = nil
	}
	if err == nil && !digits {
		err = errNoDigits
	}
	if err == nil {
		exp, err = strconv.ParseInt(string(text), 10, 64)
	}
	if err == nil && (wrong || last == '_') {
		err = errSeparator
	}
	return exp, base, err
}

// scaleOf returns the exponents of 2 and of 5 for a number with digits in a base, -fraction of them after the
// point, and an exponent.
func scaleOf(base, fraction int, exp int64, expBase int) (twos, fives int64) {
	if fraction < 0 {
		d := int64(fraction)
		switch base {
		case 10:
			twos, fives = d, d
		case 2:
			twos = d
		case 8:
			twos = 3 * d
		case 16:
			twos = 4 * d
		}
	}
	if expBase == 10 {
		fives += exp
	}
	return twos + exp, fives
}

// byteReader reads bytes from the input of a Scan method.
type byteReader struct{ fmt.ScanState }

func (r byteReader) ReadByte() (byte, error) {
	ch, size, err := r.ReadRune()
	if size != 1 && err == nil {
		err = fmt.Errorf("invalid rune %#U", ch)
	}
	return byte(ch), err
}

func (r byteReader) UnreadByte() error { return r.UnreadRune() }

// writeTimes writes a text several times.
func writeTimes(s fmt.State, text string, count int) {
	for range count {
		io.WriteString(s, text)
	}
}
