package scanner

import (
	"bytes"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// comment reads a comment after its first slash. It also returns the position of its first newline, or -1.
func (s *Scanner) comment(begin int) (text string, newline int) {
	newline = -1
	isLine := s.c == '/'
	// A //line comment begins at the beginning of a line; a /*line comment may begin anywhere.
	behind := -1
	if isLine {
		for s.next(); s.c != '\n' && s.c >= 0; {
			s.next()
		}
		behind = s.at
		if s.c == '\n' {
			behind++
		}
		if !s.beginsLine(begin) {
			behind = -1
		}
	} else {
		s.next()
		ended := false
		for s.c >= 0 && !ended {
			c := s.c
			if c == '\n' && newline < 0 {
				newline = s.at
			}
			s.next()
			if c == '*' && s.c == '/' {
				s.next()
				ended = true
			}
		}
		if !ended {
			s.error(begin, "comment not terminated")
		}
		if behind = s.at; !ended {
			behind = -1
		}
	}
	raw := s.src[begin:s.at]
	if isLine && len(raw) > 0 && raw[len(raw)-1] == '\r' {
		raw = raw[:len(raw)-1]
	}
	if behind >= 0 && bytes.HasPrefix(raw[2:], []byte("line ")) {
		s.lineComment(begin, behind, string(raw), isLine)
	}
	return withoutReturns(string(raw), isLine), newline
}

// beginsLine reports whether a line begins at the offset.
func (s *Scanner) beginsLine(offset int) bool {
	return offset == 0 || s.src[offset-1] == '\n'
}

// withoutReturns removes carriage returns, except in a block comment between "*" and "/".
func withoutReturns(text string, isLine bool) string {
	if !strings.Contains(text, "\r") {
		return text
	}
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		written := b.Len()
		endsEarly := !isLine && written > len("/*") && b.String()[written-1] == '*' && i+1 < len(text) && text[i+1] == '/'
		if c != '\r' || endsEarly {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// cutNumber cuts off a number after the last colon of a text; at is its offset, 0 if there is no colon.
func cutNumber(text string) (at, number int, ok bool) {
	colon := strings.LastIndexByte(text, ':')
	if colon < 0 {
		return 0, 0, false
	}
	n, err := strconv.ParseUint(text[colon+1:], 10, 0)
	return colon + 1, int(n), err == nil
}

// lineComment applies a //line comment.
func (s *Scanner) lineComment(begin, behind int, text string, isLine bool) {
	const largest = 1 << 30
	if !isLine {
		text = text[:len(text)-len("*/")]
	}
	const prefix = len("//line ")
	text = text[prefix:]
	begin += prefix
	at, number, ok := cutNumber(text)
	if at == 0 {
		return
	}
	if !ok {
		s.error(begin+at, "invalid line number: "+text[at:])
		return
	}
	line, column := number, 0
	file := text[:at-1]
	at2, number2, ok2 := cutNumber(file)
	if ok2 {
		line, column = number2, number
		if column == 0 || column > largest {
			s.error(begin+at, "invalid column number: "+text[at:])
			return
		}
		at, text, file = at2, text[:at-1], file[:at2-1]
	}
	if line == 0 || line > largest {
		s.error(begin+at, "invalid line number: "+text[at:])
		return
	}
	switch {
	case file != "":
		file = filepath.Clean(file)
		if !filepath.IsAbs(file) {
			file = filepath.Join(s.dir, file)
		}
	case ok2:
		file = s.file.Position(s.file.Pos(begin)).Filename
	}
	s.file.AddLineColumnInfo(behind, file, line, column)
}

// take consumes the character c if it is next.
func (s *Scanner) take(c rune) bool {
	if s.c != c {
		return false
	}
	s.next()
	return true
}

// withEqual returns the second token if an equals sign follows, otherwise the first.
func (s *Scanner) withEqual(plain, equal token.Token) token.Token {
	if s.take('=') {
		return equal
	}
	return plain
}

// operator returns the operator that begins with a character, which the scanner has read.
func (s *Scanner) operator(begin int, c rune) (token.Token, string) {
	switch c {
	case ';':
		return token.SEMICOLON, ";"
	case ':':
		return s.withEqual(token.COLON, token.DEFINE), ""
	case '.':
		if s.c == '.' && s.peek() == '.' {
			s.next()
			s.next()
			return token.ELLIPSIS, ""
		}
		return token.PERIOD, ""
	case '+':
		if s.take('+') {
			return token.INC, ""
		}
		return s.withEqual(token.ADD, token.ADD_ASSIGN), ""
	case '-':
		if s.take('-') {
			return token.DEC, ""
		}
		return s.withEqual(token.SUB, token.SUB_ASSIGN), ""
	case '*':
		return s.withEqual(token.MUL, token.MUL_ASSIGN), ""
	case '/':
		return s.withEqual(token.QUO, token.QUO_ASSIGN), ""
	case '%':
		return s.withEqual(token.REM, token.REM_ASSIGN), ""
	case '^':
		return s.withEqual(token.XOR, token.XOR_ASSIGN), ""
	case '=':
		return s.withEqual(token.ASSIGN, token.EQL), ""
	case '!':
		return s.withEqual(token.NOT, token.NEQ), ""
	case '<':
		if s.take('-') {
			return token.ARROW, ""
		}
		if s.take('<') {
			return s.withEqual(token.SHL, token.SHL_ASSIGN), ""
		}
		return s.withEqual(token.LSS, token.LEQ), ""
	case '>':
		if s.take('>') {
			return s.withEqual(token.SHR, token.SHR_ASSIGN), ""
		}
		return s.withEqual(token.GTR, token.GEQ), ""
	case '&':
		if s.take('&') {
			return token.LAND, ""
		}
		if s.take('^') {
			return s.withEqual(token.AND_NOT, token.AND_NOT_ASSIGN), ""
		}
		return s.withEqual(token.AND, token.AND_ASSIGN), ""
	case '|':
		if s.take('|') {
			return token.LOR, ""
		}
		return s.withEqual(token.OR, token.OR_ASSIGN), ""
	}
	return s.delimiter(begin, c)
}

var delimiters = map[rune]token.Token{
	'(': token.LPAREN, ')': token.RPAREN, '[': token.LBRACK, ']': token.RBRACK, '{': token.LBRACE, '}': token.RBRACE,
	',': token.COMMA, '~': token.TILDE,
}

func (s *Scanner) delimiter(begin int, c rune) (token.Token, string) {
	if tok, ok := delimiters[c]; ok {
		return tok, ""
	}
	switch c {
	case byteOrderMark:
		// The error has been reported already.
	case '“', '”':
		s.errorf(begin, "curly quotation mark %q (use neutral %q)", c, '"')
	default:
		s.errorf(begin, "illegal character %#U", c)
	}
	return token.ILLEGAL, string(c)
}
