package big

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Text returns x in a base from 2 to MaxBase; "<nil>" for nil.
func (x *Int) Text(base int) string {
	if x == nil {
		return "<nil>"
	}
	return string(signed(x.Sign() < 0, x.abs.text(base)))
}

// Append appends the result of Text.
func (x *Int) Append(buf []byte, base int) []byte {
	if x == nil {
		return append(buf, "<nil>"...)
	}
	return append(buf, signed(x.Sign() < 0, x.abs.text(base))...)
}

// String returns x in base 10.
func (x *Int) String() string { return x.Text(10) }

// Format implements fmt's integer verbs.
func (x *Int) Format(s fmt.State, ch rune) {
	base, known := map[rune]int{'b': 2, 'o': 8, 'O': 8, 'd': 10, 's': 10, 'v': 10, 'x': 16, 'X': 16}[ch]
	if !known {
		fmt.Fprintf(s, "%%!%c(big.Int=%s)", ch, x.String())
		return
	}
	if x == nil {
		fmt.Fprint(s, "<nil>")
		return
	}
	sign, prefix := "", ""
	switch {
	case x.neg:
		sign = "-"
	case s.Flag('+'):
		sign = "+"
	case s.Flag(' '):
		sign = " "
	}
	if s.Flag('#') {
		prefix = map[rune]string{'b': "0b", 'o': "0", 'x': "0x", 'X': "0X"}[ch]
	}
	if ch == 'O' {
		prefix = "0o"
	}
	digits := x.abs.text(base)
	if ch == 'X' {
		digits = bytes.ToUpper(digits)
	}
	formatPadded(s, sign, prefix, digits)
}

// formatPadded writes a number with precision and width.
func formatPadded(s fmt.State, sign, prefix string, digits []byte) {
	var left, zeros, right int
	precision, precise := s.Precision()
	if precise {
		if len(digits) == 1 && digits[0] == '0' && precision == 0 {
			return
		}
		zeros = max(precision-len(digits), 0)
	}
	length := len(sign) + len(prefix) + zeros + len(digits)
	if width, ok := s.Width(); ok && length < width {
		switch d := width - length; {
		case s.Flag('-'):
			right = d
		case s.Flag('0') && !precise:
			zeros = d
		default:
			left = d
		}
	}
	writeTimes(s, " ", left)
	io.WriteString(s, sign+prefix)
	writeTimes(s, "0", zeros)
	s.Write(digits)
	writeTimes(s, " ", right)
}

func (z *Int) scan(r io.ByteScanner, base int) error {
	neg, err := scanSign(r)
	if err != nil {
		return err
	}
	abs, _, _, err := scanNat(r, base, false)
	z.abs = abs
	if err == nil {
		z.neg = len(abs) > 0 && neg
	}
	return err
}

// scanAll reads a number that is all of r.
func (z *Int) scanAll(r io.ByteScanner, base int) (*Int, bool) {
	if z.scan(r, base) != nil {
		return nil, false
	}
	if _, err := r.ReadByte(); err != io.EOF {
		return nil, false
	}
	return z, true
}

// Scan implements fmt.Scanner for the verbs b, o, d, x, X, s, v.
func (z *Int) Scan(s fmt.ScanState, ch rune) error {
	s.SkipSpace()
	base, known := map[rune]int{'b': 2, 'o': 8, 'd': 10, 'x': 16, 'X': 16, 's': 0, 'v': 0}[ch]
	if !known {
		return errors.New("Int.Scan: invalid verb")
	}
	return z.scan(byteReader{s}, base)
}

// SetString parses s in the base (0 means the base of its prefix), sets z to the number, and reports whether s
// is valid.
func (z *Int) SetString(s string, base int) (*Int, bool) {
	return z.scanAll(strings.NewReader(s), base)
}

const gobVersion = 1

// GobEncode implements gob.GobEncoder.
func (x *Int) GobEncode() ([]byte, error) {
	if x == nil {
		return nil, nil
	}
	buf := make([]byte, 1+len(x.abs)*wordBits/8)
	i := x.abs.fill(buf) - 1
	buf[i] = gobVersion << 1
	if x.neg {
		buf[i] |= 1
	}
	return buf[i:], nil
}

// GobDecode implements gob.GobDecoder.
func (z *Int) GobDecode(buf []byte) error {
	if len(buf) == 0 {
		*z = Int{}
		return nil
	}
	b := buf[0]
	if b>>1 != gobVersion {
		return fmt.Errorf("Int.GobDecode: encoding version %d not supported", b>>1)
	}
	z.neg, z.abs = b&1 != 0, natFromBytes(buf[1:])
	return nil
}

// AppendText implements encoding.TextAppender.
func (x *Int) AppendText(b []byte) (text []byte, err error) { return x.Append(b, 10), nil }

// MarshalText implements encoding.TextMarshaler.
func (x *Int) MarshalText() (text []byte, err error) { return x.AppendText(nil) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (z *Int) UnmarshalText(text []byte) error {
	if _, ok := z.scanAll(bytes.NewReader(text), 0); !ok {
		return fmt.Errorf("math/big: cannot unmarshal %q into a *big.Int", text)
	}
	return nil
}

// MarshalJSON implements json.Marshaler.
func (x *Int) MarshalJSON() ([]byte, error) {
	if x == nil {
		return []byte("null"), nil
	}
	return x.Append(nil, 10), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (z *Int) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	return z.UnmarshalText(text)
}
