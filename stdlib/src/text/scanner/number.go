package scanner

import "fmt"

func lower(ch rune) rune { return 'a' - 'A' | ch }

func isDecimal(ch rune) bool { return '0' <= ch && ch <= '9' }

func isHex(ch rune) bool { return isDecimal(ch) || 'a' <= lower(ch) && lower(ch) <= 'f' }

// number is a number that is scanned.
type number struct {
	s          *Scanner
	base       int
	prefix     rune // 'x', 'o', 'b', '0' for an octal number without a letter, or 0
	digits     bool // whether there are digits
	separators bool // whether there are separators
	invalid    rune // the first digit that is too large, or 0
}

func (n *number) name() string {
	switch n.prefix {
	case 'x':
		return "hexadecimal literal"
	case 'o', '0':
		return "octal literal"
	case 'b':
		return "binary literal"
	}
	return "decimal literal"
}

// scan reads digits and separators, and the character after them.
func (n *number) scan(ch rune, base int) rune {
	for ; ; ch = n.s.next() {
		switch {
		case ch == '_':
			n.separators = true
		case isDecimal(ch):
			n.digits = true
			if int(ch-'0') >= base && n.invalid == 0 {
				n.invalid = ch
			}
		case base == 16 && isHex(ch):
			n.digits = true
		default:
			return ch
		}
	}
}

// scanPrefix reads a prefix that begins with ch.
func (n *number) scanPrefix(ch rune) rune {
	if ch != '0' {
		return ch
	}
	ch = n.s.next()
	switch lower(ch) {
	case 'x':
		n.base, n.prefix = 16, 'x'
	case 'o':
		n.base, n.prefix = 8, 'o'
	case 'b':
		n.base, n.prefix = 2, 'b'
	default:
		n.base, n.prefix, n.digits = 8, '0', true
		return ch
	}
	return n.s.next()
}

// scanNumber reads a number whose first character, or the first one after a point, is ch; it returns the character after it.
func (s *Scanner) scanNumber(ch rune, point bool) (tok, after rune) {
	n := number{s: s, base: 10}
	floats := s.Mode&ScanFloats != 0
	tok = Int
	if !point {
		ch = n.scan(n.scanPrefix(ch), n.base)
		if ch == '.' && floats {
			ch = s.next()
			point = true
		}
	}
	if point {
		tok = Float
		if n.prefix == 'o' || n.prefix == 'b' {
			s.error("invalid radix point in " + n.name())
		}
		ch = n.scan(ch, n.base)
	}
	if !n.digits {
		s.error(n.name() + " has no digits")
	}
	if e := lower(ch); (e == 'e' || e == 'p') && floats {
		tok = Float
		ch = n.scanExponent(ch, e)
	} else if n.prefix == 'x' && tok == Float {
		s.error("hexadecimal mantissa requires a 'p' exponent")
	}
	if tok == Int && n.invalid != 0 {
		s.error(fmt.Sprintf("invalid digit %q in %s", n.invalid, n.name()))
	}
	if n.separators {
		s.to = s.pos - s.lastLength
		if !separated(s.TokenText()) {
			s.error("'_' must separate successive digits")
		}
	}
	return tok, ch
}

func (n *number) scanExponent(ch, e rune) rune {
	s := n.s
	switch {
	case e == 'e' && n.prefix != 0 && n.prefix != '0':
		s.error(fmt.Sprintf("%q exponent requires decimal mantissa", ch))
	case e == 'p' && n.prefix != 'x':
		s.error(fmt.Sprintf("%q exponent requires hexadecimal mantissa", ch))
	}
	if ch = s.next(); ch == '+' || ch == '-' {
		ch = s.next()
	}
	n.digits = false
	invalid := n.invalid
	ch = n.scan(ch, 10)
	n.invalid = invalid
	if !n.digits {
		s.error("exponent has no digits")
	}
	return ch
}

// separated reports whether each separator is between digits, or between prefix and digit.
func separated(text string) bool {
	hex, before, i := false, '.', 0 // '0' for a digit, '_', or '.' for others
	if len(text) >= 2 && text[0] == '0' {
		switch lower(rune(text[1])) {
		case 'x', 'o', 'b':
			hex, before, i = lower(rune(text[1])) == 'x', '0', 2
		}
	}
	for ; i < len(text); i++ {
		ch := rune(text[i])
		switch {
		case ch == '_':
			if before != '0' {
				return false
			}
			before = '_'
		case isDecimal(ch) || hex && isHex(ch):
			before = '0'
		case before == '_':
			return false
		default:
			before = '.'
		}
	}
	return before != '_'
}
