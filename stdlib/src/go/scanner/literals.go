package scanner

import (
	"go/token"
	"strings"
	"unicode/utf8"
)

// endsStatement reports whether a newline after the token ends a statement.
func endsStatement(tok token.Token) bool {
	switch tok {
	case token.IDENT, token.BREAK, token.CONTINUE, token.FALLTHROUGH, token.RETURN, token.INC, token.DEC, token.RPAREN, token.RBRACK, token.RBRACE:
		return true
	}
	return false
}

func (s *Scanner) identifier() string {
	begin := s.at
	for isLetter(s.c) || isDigit(s.c) {
		s.next()
	}
	return string(s.src[begin:s.at])
}

func isDecimal(c rune) bool { return '0' <= c && c <= '9' }

func isHex(c rune) bool { return isDecimal(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

// valueOf returns the value of a digit; 16 for other characters.
func valueOf(c rune) uint32 {
	switch {
	case isDecimal(c):
		return uint32(c - '0')
	case isHex(c):
		return uint32(c|0x20-'a') + 10
	}
	return 16
}

// A numeral is the state of scanning a number.
type numeral struct {
	base    rune
	prefix  rune // x, o, b, 0 for an octal number without a letter, or NUL
	hasAny  bool // whether there are digits
	hasSep  bool
	invalid int // offset of a digit that is too large for the base, or -1
}

func (n *numeral) name() string {
	kind := "decimal"
	switch n.base {
	case 2:
		kind = "binary"
	case 8:
		kind = "octal"
	case 16:
		kind = "hexadecimal"
	}
	return kind + " literal"
}

// digits reads digits of a base and separators.
func (s *Scanner) digits(n *numeral) {
	for ; ; s.next() {
		switch {
		case s.c == '_':
			n.hasSep = true
			continue
		case n.base <= 10 && !isDecimal(s.c), n.base == 16 && !isHex(s.c):
			return
		}
		n.hasAny = true
		if valueOf(s.c) >= uint32(n.base) && n.invalid < 0 {
			n.invalid = s.at
		}
	}
}

func (s *Scanner) number() (token.Token, string) {
	begin := s.at
	tok := token.INT
	n := &numeral{base: 10, invalid: -1}
	if s.c != '.' {
		if s.c == '0' {
			s.next()
			switch s.c | 0x20 {
			case 'x':
				n.base, n.prefix = 16, 'x'
			case 'o':
				n.base, n.prefix = 8, 'o'
			case 'b':
				n.base, n.prefix = 2, 'b'
			default:
				n.base, n.prefix, n.hasAny = 8, '0', true
			}
			if n.prefix != '0' {
				s.next()
			}
		}
		s.digits(n)
	}
	if s.c == '.' {
		tok = token.FLOAT
		if n.prefix == 'o' || n.prefix == 'b' {
			s.error(s.at, "invalid radix point in "+n.name())
		}
		s.next()
		s.digits(n)
	}
	if !n.hasAny {
		s.error(s.at, n.name()+" has no digits")
	}
	tok = s.exponent(n, tok)
	if s.c == 'i' {
		tok = token.IMAG
		s.next()
	}
	lit := string(s.src[begin:s.at])
	if tok == token.INT && n.invalid >= 0 {
		s.errorf(n.invalid, "invalid digit %q in %s", lit[n.invalid-begin], n.name())
	}
	if n.hasSep {
		if at := misplaced(lit); at >= 0 {
			s.error(begin+at, "'_' must separate successive digits")
		}
	}
	return tok, lit
}

// exponent reads an exponent, if there is one.
func (s *Scanner) exponent(n *numeral, tok token.Token) token.Token {
	e := s.c | 0x20
	if s.c < 0 || e != 'e' && e != 'p' {
		if n.prefix == 'x' && tok == token.FLOAT {
			s.error(s.at, "hexadecimal mantissa requires a 'p' exponent")
		}
		return tok
	}
	switch {
	case e == 'e' && n.prefix != 0 && n.prefix != '0':
		s.errorf(s.at, "%q exponent requires decimal mantissa", s.c)
	case e == 'p' && n.prefix != 'x':
		s.errorf(s.at, "%q exponent requires hexadecimal mantissa", s.c)
	}
	s.next()
	if s.c == '+' || s.c == '-' {
		s.next()
	}
	digits := &numeral{base: 10, invalid: -1}
	s.digits(digits)
	n.hasSep = n.hasSep || digits.hasSep
	if !digits.hasAny {
		s.error(s.at, "exponent has no digits")
	}
	return token.FLOAT
}

// misplaced returns the offset of a separator that is not between digits, or -1. A prefix counts as a digit.
func misplaced(lit string) int {
	isDigit := isDecimal
	i, afterDigit := 0, false
	if len(lit) >= 2 && lit[0] == '0' {
		switch lit[1] | 0x20 {
		case 'x':
			isDigit = isHex
			fallthrough
		case 'o', 'b':
			i, afterDigit = 2, true
		}
	}
	for ; i < len(lit); i++ {
		if lit[i] != '_' {
			afterDigit = isDigit(rune(lit[i]))
			continue
		}
		last := i+1 == len(lit)
		if !afterDigit || last || lit[i+1] != '_' && !isDigit(rune(lit[i+1])) {
			return i
		}
		afterDigit = false
	}
	return -1
}

// escape reads an escape sequence after its backslash; false if it is invalid.
func (s *Scanner) escape(quote rune) bool {
	begin, first := s.at, s.c
	if first == quote || first > 0 && strings.ContainsRune(`abfnrtv\`, first) {
		s.next()
		return true
	}
	count, base, limit := 0, uint32(16), uint32(utf8.MaxRune)
	switch {
	case first == 'x':
		count = 2
	case first == 'u':
		count = 4
	case first == 'U':
		count = 8
	case '0' <= first && first <= '7':
		count, base, limit = 3, 8, 255
	case first < 0:
		s.error(begin, "escape sequence not terminated")
		return false
	default:
		s.error(begin, "unknown escape sequence")
		return false
	}
	if base == 16 {
		s.next() // the letter
	}
	var value uint32
	for range count {
		digit := valueOf(s.c)
		if digit >= base {
			if s.c < 0 {
				s.error(s.at, "escape sequence not terminated")
			} else {
				s.errorf(s.at, "illegal character %#U in escape sequence", s.c)
			}
			return false
		}
		value = value*base + digit
		s.next()
	}
	if value > limit || 0xd800 <= value && value < 0xe000 {
		s.error(begin, "escape sequence is invalid Unicode code point")
		return false
	}
	return true
}

// runeLiteral reads a rune literal after its opening quote.
func (s *Scanner) runeLiteral(begin int) string {
	isRight := true
	for n := 0; ; n++ {
		c := s.c
		if c == '\n' || c < 0 {
			if isRight {
				s.error(begin, "rune literal not terminated")
			}
			break
		}
		s.next()
		if c == '\'' {
			if isRight && n != 1 {
				s.error(begin, "illegal rune literal")
			}
			break
		}
		if c == '\\' && !s.escape('\'') {
			isRight = false
		}
	}
	return string(s.src[begin:s.at])
}

// stringLiteral reads a string after its opening quote.
func (s *Scanner) stringLiteral(begin int) string {
	for s.c != '"' {
		if s.c < 0 || s.c == '\n' {
			s.error(begin, "string literal not terminated")
			return string(s.src[begin:s.at])
		}
		escapes := s.c == '\\'
		s.next()
		if escapes {
			s.escape('"')
		}
	}
	s.next()
	return string(s.src[begin:s.at])
}

// rawString reads a string after its opening back quote. The result does not contain carriage returns.
func (s *Scanner) rawString(begin int) string {
	for {
		c := s.c
		if c < 0 {
			s.error(begin, "raw string literal not terminated")
			break
		}
		s.next()
		if c == '`' {
			break
		}
	}
	return strings.ReplaceAll(string(s.src[begin:s.at]), "\r", "")
}
