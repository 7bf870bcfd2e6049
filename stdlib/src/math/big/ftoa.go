package big

import (
	"bytes"
	"fmt"
	"strconv"
)

// Text returns x in a format of strconv.FormatFloat ('e', 'E', 'f', 'g', 'G', 'x'), or 'b' (decimal mantissa, binary
// exponent) or 'p' (hexadecimal fraction, binary exponent); if prec is negative, the text has as few digits as identify
// x among the numbers of its precision.
func (x *Float) Text(format byte, prec int) string {
	return string(x.Append(make([]byte, 0, 10+max(prec, 0)), format, prec))
}

// String returns Text('g', 10).
func (x *Float) String() string { return x.Text('g', 10) }

// Append appends the result of Text.
func (x *Float) Append(buf []byte, fmt byte, prec int) []byte {
	start := len(buf)
	if x.neg {
		buf = append(buf, '-')
	}
	switch {
	case x.form == inf && x.neg:
		return append(buf, "Inf"...)
	case x.form == inf:
		return append(buf, "+Inf"...)
	case fmt == 'b':
		return x.appendB(buf)
	case fmt == 'p':
		return x.appendP(buf)
	case fmt == 'x':
		return x.appendX(buf, prec)
	case bytes.IndexByte([]byte("eEfgG"), fmt) < 0:
		return append(buf[:start], '%', fmt)
	}
	var d decimal
	if x.form == finite {
		d = newDecimal(x.mant, x.low())
	}
	shortest := prec < 0
	if shortest {
		x.shorten(&d)
		prec = map[byte]int{'e': len(d.digits) - 1, 'f': max(len(d.digits)-d.exp, 0), 'g': len(d.digits)}[fmt|0x20]
	} else {
		if fmt|0x20 == 'g' {
			prec = max(prec, 1)
		}
		d.round(map[byte]int{'e': 1 + prec, 'f': d.exp + prec, 'g': prec}[fmt|0x20])
	}
	switch fmt {
	case 'e', 'E':
		return d.appendE(buf, fmt, prec)
	case 'f':
		return d.appendF(buf, prec)
	}
	return d.appendG(buf, fmt, prec, shortest)
}

// appendG chooses the format by the exponent, as strconv does.
func (d *decimal) appendG(buf []byte, fmt byte, prec int, shortest bool) []byte {
	limit := prec
	if limit > len(d.digits) && len(d.digits) >= d.exp {
		limit = len(d.digits)
	}
	if shortest {
		limit = 6
	}
	if exp := d.exp - 1; exp < -4 || exp >= limit {
		return d.appendE(buf, fmt+'e'-'g', min(prec, len(d.digits))-1)
	}
	if prec > d.exp {
		prec = len(d.digits)
	}
	return d.appendF(buf, max(prec-d.exp, 0))
}

// shorten cuts off digits of x as long as the rest identifies x among the numbers of its precision.
func (x *Float) shorten(d *decimal) {
	if len(d.digits) == 0 {
		return
	}
	// The mantissa with one more bit than the precision: its unit is half of x's last bit.
	mant, exp := x.mant, x.low()
	switch s := int(x.bits()) - int(x.prec+1); {
	case s < 0:
		mant, exp = mant.shl(uint(-s)), exp+int64(s)
	case s > 0:
		mant, exp = mant.shr(uint(s)), exp+int64(s)
	}
	lower := newDecimal(mant.sub(natOne), exp)
	upper := newDecimal(mant.add(natOne), exp)
	// A midpoint is rounded to x if x's mantissa is even.
	inclusive := mant[0]&2 == 0
	for i, m := range d.digits {
		l, u := lower.at(i), upper.at(i)
		down := l != m || inclusive && i+1 == len(lower.digits)
		up := m != u && (inclusive || m+1 < u || i+1 < len(upper.digits) || i >= len(upper.digits) && m < '9')
		switch {
		case down && up:
			d.round(i + 1)
			return
		case down:
			d.cut(i + 1)
			return
		case up:
			d.raise(i + 1)
			return
		}
	}
}

// appendB appends the mantissa, as an integer of x's precision, and the exponent.
func (x *Float) appendB(buf []byte) []byte {
	if x.form == zero {
		return append(buf, '0')
	}
	buf = append(buf, x.integer(uint(x.prec)).text(10)...)
	exp := int64(x.exp) - int64(x.prec)
	buf = append(buf, 'p')
	if exp >= 0 {
		buf = append(buf, '+')
	}
	return strconv.AppendInt(buf, exp, 10)
}

// integer returns the mantissa's first bits as an integer.
func (x *Float) integer(bits uint) nat {
	if have := x.bits(); have > bits {
		return x.mant.shr(have - bits)
	}
	return x.mant.shl(bits - x.bits())
}

// appendX appends the hexadecimal form 0x1.ffp±dd.
func (x *Float) appendX(buf []byte, prec int) []byte {
	if x.form == zero {
		buf = append(buf, "0x0"...)
		if prec > 0 {
			buf = append(append(buf, '.'), bytes.Repeat([]byte{'0'}, prec)...)
		}
		return append(buf, "p+00"...)
	}
	n := 1 + 4*uint(prec)
	if prec < 0 {
		n = 1 + (x.MinPrec()+2)/4*4
	}
	x = new(Float).SetPrec(n).SetMode(x.mode).Set(x)
	digits := x.integer(n).text(16)
	buf = append(buf, "0x1"...)
	if len(digits) > 1 {
		buf = append(append(buf, '.'), digits[1:]...)
	}
	return appendExponent(append(buf, 'p'), int64(x.exp)-1)
}

// appendExponent appends a sign and at least two digits.
func appendExponent(buf []byte, exp int64) []byte {
	sign := byte('+')
	if exp < 0 {
		sign, exp = '-', -exp
	}
	buf = append(buf, sign)
	if exp < 10 {
		buf = append(buf, '0')
	}
	return strconv.AppendInt(buf, exp, 10)
}

// appendP appends the mantissa as a hexadecimal fraction.
func (x *Float) appendP(buf []byte) []byte {
	if x.form == zero {
		return append(buf, '0')
	}
	buf = append(buf, "0x."...)
	buf = append(buf, bytes.TrimRight(x.mant.text(16), "0")...)
	buf = append(buf, 'p')
	if x.exp >= 0 {
		buf = append(buf, '+')
	}
	return strconv.AppendInt(buf, int64(x.exp), 10)
}

// Format implements the verbs of fmt for floating-point numbers; for b and p it formats as Text does.
func (x *Float) Format(s fmt.State, format rune) {
	prec, precise := s.Precision()
	if !precise {
		prec = 6
	}
	switch format {
	case 'e', 'E', 'f', 'b', 'p', 'x':
	case 'F':
		format = 'f'
	case 'g', 'G', 'v':
		if format == 'v' {
			format = 'g'
		}
		if !precise {
			prec = -1
		}
	default:
		fmt.Fprintf(s, "%%!%c(*big.Float=%s)", format, x.String())
		return
	}
	text, sign := x.Append(nil, byte(format), prec), ""
	switch {
	case text[0] == '-':
		sign, text = "-", text[1:]
	case text[0] == '+':
		sign, text = "+", text[1:]
		if s.Flag(' ') {
			sign = " "
		}
	case s.Flag('+'):
		sign = "+"
	case s.Flag(' '):
		sign = " "
	}
	padding := 0
	if width, ok := s.Width(); ok {
		padding = max(width-len(sign)-len(text), 0)
	}
	left, zeros, right := padding, 0, 0
	if s.Flag('0') && !x.IsInf() {
		left, zeros = 0, padding
	} else if s.Flag('-') {
		left, right = 0, padding
	}
	writeTimes(s, " ", left)
	writeTimes(s, sign, 1)
	writeTimes(s, "0", zeros)
	s.Write(text)
	writeTimes(s, " ", right)
}
