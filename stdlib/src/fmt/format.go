package fmt

import (
	"strconv"
	"unicode/utf8"
)

func appendInt(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }

// fill appends n times the padding, spaces or zeros.
func (p *printer) fill(n int) {
	if n <= 0 {
		return
	}
	c := byte(' ')
	if p.zero && !p.minus {
		c = '0'
	}
	for ; n > 0; n-- {
		p.buf = append(p.buf, c)
	}
}

// padString appends s, padded to the width.
func (p *printer) padString(s string) {
	if !p.widSet || p.wid == 0 {
		p.buf = append(p.buf, s...)
		return
	}
	n := p.wid - utf8.RuneCountInString(s)
	if !p.minus {
		p.fill(n)
		p.buf = append(p.buf, s...)
	} else {
		p.buf = append(p.buf, s...)
		p.fill(n)
	}
}

// truncate returns s cut to the precision, in runes.
func (p *printer) truncate(s string) string {
	if p.precSet {
		n := p.prec
		for i := range s {
			n--
			if n < 0 {
				return s[:i]
			}
		}
	}
	return s
}

func (p *printer) formatBool(v bool) {
	if v {
		p.padString("true")
	} else {
		p.padString("false")
	}
}

// formatInt appends the integer u, which has a sign if signed, in base with the letters of verb.
func (p *printer) formatInt(u uint64, base int, signed bool, verb rune) {
	if base == 10 && !p.widSet && !p.precSet && !p.plus && !p.space {
		if signed {
			p.buf = strconv.AppendInt(p.buf, int64(u), 10)
		} else {
			p.buf = strconv.AppendUint(p.buf, u, 10)
		}
		return
	}
	negative := signed && int64(u) < 0
	if negative {
		u = -u
	}
	digits := 0 // at least so many
	if p.precSet {
		digits = p.prec
		if digits == 0 && u == 0 {
			zero := p.zero
			p.zero = false
			p.fill(p.wid)
			p.zero = zero
			return
		}
	} else if p.zero && !p.minus && p.widSet {
		digits = p.wid
		if negative || p.plus || p.space {
			digits--
		}
	}
	text := strconv.FormatUint(u, base)
	if verb == 'X' {
		text = upper(text)
	}
	prefix := ""
	switch {
	case negative:
		prefix = "-"
	case p.plus:
		prefix = "+"
	case p.space:
		prefix = " "
	}
	if p.sharp {
		switch base {
		case 2:
			prefix += "0b"
		case 8:
			if text[0] != '0' && digits <= len(text) {
				prefix += "0"
			}
		case 16:
			if verb == 'X' {
				prefix += "0X"
			} else {
				prefix += "0x"
			}
		}
	}
	if verb == 'O' {
		if p.sharp && prefix != "" && prefix[len(prefix)-1] == '0' {
			// Go puts the octal zero of # after the 0o of O.
			prefix = prefix[:len(prefix)-1] + "0o0"
		} else {
			prefix += "0o"
		}
	}
	p.padNumber(prefix, digits, text)
}

// padNumber appends prefix and text with zeros between them up to the number of digits, padded with spaces to the width.
func (p *printer) padNumber(prefix string, digits int, text string) {
	zeros := digits - len(text)
	if zeros < 0 {
		zeros = 0
	}
	n := 0
	if p.widSet {
		n = p.wid - len(prefix) - zeros - len(text)
	}
	if !p.minus {
		for i := 0; i < n; i++ {
			p.buf = append(p.buf, ' ')
		}
	}
	p.buf = append(p.buf, prefix...)
	for i := 0; i < zeros; i++ {
		p.buf = append(p.buf, '0')
	}
	p.buf = append(p.buf, text...)
	if p.minus {
		for i := 0; i < n; i++ {
			p.buf = append(p.buf, ' ')
		}
	}
}

func upper(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'a' <= c && c <= 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}

// formatHex appends u as an address is written, with or without 0x.
func (p *printer) formatHex(u uint64, prefix bool) {
	sharp := p.sharp
	p.sharp = prefix
	p.formatInt(u, 16, false, 'v')
	p.sharp = sharp
}

// formatUnicode appends u as U+0078, with # as U+0078 'x'.
func (p *printer) formatUnicode(u uint64) {
	text := upper(strconv.FormatUint(u, 16))
	digits := 4
	if p.precSet && p.prec > 4 {
		digits = p.prec
	}
	for len(text) < digits {
		text = "0" + text
	}
	text = "U+" + text
	if p.sharp && u <= utf8.MaxRune && strconv.IsPrint(rune(u)) {
		text += " '" + string(rune(u)) + "'"
	}
	zero := p.zero
	p.zero = false
	p.padString(text)
	p.zero = zero
}

func toRune(c uint64) rune {
	if c > utf8.MaxRune {
		return utf8.RuneError
	}
	return rune(c)
}

func (p *printer) formatRune(c uint64) { p.padString(string(toRune(c))) }

func (p *printer) formatQuotedRune(c uint64) {
	if p.plus {
		p.padString(strconv.QuoteRuneToASCII(toRune(c)))
	} else {
		p.padString(strconv.QuoteRune(toRune(c)))
	}
}

func (p *printer) formatQuoted(s string) {
	s = p.truncate(s)
	switch {
	case p.sharp && strconv.CanBackquote(s):
		p.padString("`" + s + "`")
	case p.plus:
		p.padString(strconv.QuoteToASCII(s))
	default:
		p.padString(strconv.Quote(s))
	}
}

// formatStringHex appends the bytes of s in hexadecimal, with the flags # and space.
func (p *printer) formatStringHex(s string, verb rune) {
	digits := "0123456789abcdef"
	if verb == 'X' {
		digits = "0123456789ABCDEF"
	}
	n := len(s)
	if p.precSet && p.prec < n {
		n = p.prec
	}
	width := 2 * n
	switch {
	case width <= 0:
		if p.widSet {
			p.fill(p.wid)
		}
		return
	case p.space:
		if p.sharp {
			width *= 2
		}
		width += n - 1
	case p.sharp:
		width += 2
	}
	if p.widSet && p.wid > width && !p.minus {
		p.fill(p.wid - width)
	}
	if p.sharp {
		p.buf = append(p.buf, '0', byte(verb))
	}
	for i := 0; i < n; i++ {
		if p.space && i > 0 {
			p.buf = append(p.buf, ' ')
			if p.sharp {
				p.buf = append(p.buf, '0', byte(verb))
			}
		}
		c := s[i]
		p.buf = append(p.buf, digits[c>>4], digits[c&15])
	}
	if p.widSet && p.wid > width && p.minus {
		p.fill(p.wid - width)
	}
}

// formatFloat appends v in the format verb of strconv with prec digits, unless the verb has a precision.
func (p *printer) formatFloat(v float64, size int, verb rune, prec int) {
	if !p.widSet && !p.precSet && !p.plus && !p.space && !p.sharp {
		start := len(p.buf)
		p.buf = strconv.AppendFloat(p.buf, v, byte(verb), prec, size)
		if p.buf[start] == '+' && len(p.buf) == start+4 { // +Inf keeps its sign
			return
		}
		return
	}
	if p.precSet {
		prec = p.prec
	}
	text := strconv.FormatFloat(v, byte(verb), prec, size)
	sign := byte('+')
	if text[0] == '-' || text[0] == '+' {
		sign = text[0]
		text = text[1:]
	}
	if p.space && sign == '+' && !p.plus {
		sign = ' '
	}
	if text[0] == 'I' || text[0] == 'N' {
		zero := p.zero
		p.zero = false
		if text[0] == 'N' && !p.space && !p.plus {
			p.padString(text)
		} else {
			p.padString(string(sign) + text)
		}
		p.zero = zero
		return
	}
	if p.sharp && verb != 'b' {
		text = alternate(text, verb, prec)
	}
	if !p.plus && sign == '+' {
		p.padString(text)
		return
	}
	if p.zero && !p.minus && p.widSet && p.wid > len(text)+1 {
		p.buf = append(p.buf, sign)
		p.fill(p.wid - len(text) - 1)
		p.buf = append(p.buf, text...)
		return
	}
	p.padString(string(sign) + text)
}

// alternate returns the number text, without sign, as the flag # wants it: with a decimal point and, for the formats
// that drop zeros, all its significant digits.
func alternate(text string, verb rune, prec int) string {
	missing := 0 // significant digits yet to be seen
	switch verb {
	case 'v', 'g', 'G', 'x':
		missing = prec
		if missing < 0 {
			missing = 6
		}
	}
	tail := ""
	point, significant := false, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '.':
			point = true
		case c == 'p' || c == 'P', (c == 'e' || c == 'E') && verb != 'x' && verb != 'X':
			tail = text[i:]
			text = text[:i]
		default:
			significant = significant || c != '0'
			if significant {
				missing--
			}
		}
	}
	if !point {
		if text == "0" {
			missing--
		}
		text += "."
	}
	for ; missing > 0; missing-- {
		text += "0"
	}
	return text + tail
}

func (p *printer) formatComplex(v complex128, size int, verb rune, prec int) {
	plus := p.plus
	p.buf = append(p.buf, '(')
	p.formatFloat(real(v), size/2, verb, prec)
	p.plus = true
	p.formatFloat(imag(v), size/2, verb, prec)
	p.buf = append(p.buf, "i)"...)
	p.plus = plus
}
