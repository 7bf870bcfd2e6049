// Package scanner splits text into tokens: by default, Go's tokens.
package scanner

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"unicode"
	"unicode/utf8"
)

// A Position is a position in a text; it is valid if Line is more than 0.
type Position struct {
	Filename string
	Offset   int // in bytes, from 0 on
	Line     int // from 1 on
	Column   int // in characters, from 1 on
}

// IsValid reports whether the position is valid.
func (pos *Position) IsValid() bool { return pos.Line > 0 }

// String returns the position as file:line:column.
func (pos Position) String() string {
	s := pos.Filename
	if s == "" {
		s = "<input>"
	}
	if pos.IsValid() {
		s += fmt.Sprintf(":%d:%d", pos.Line, pos.Column)
	}
	return s
}

// The tokens; all other results of Scan are characters.
const (
	EOF = -(iota + 1)
	Ident
	Int
	Float
	Char
	String
	RawString
	Comment
	skipComment
)

// Bits of Scanner.Mode: which tokens are recognized. Without ScanFloats, 1.2 is three tokens.
const (
	ScanIdents     = 1 << -Ident
	ScanInts       = 1 << -Int
	ScanFloats     = 1 << -Float // includes ScanInts
	ScanChars      = 1 << -Char
	ScanStrings    = 1 << -String
	ScanRawStrings = 1 << -RawString
	ScanComments   = 1 << -Comment
	SkipComments   = 1 << -skipComment // with ScanComments: comments count as blanks
	GoTokens       = ScanIdents | ScanFloats | ScanChars | ScanStrings | ScanRawStrings | ScanComments | SkipComments
)

// GoWhitespace has the characters that are blanks in Go.
const GoWhitespace = 1<<'\t' | 1<<'\n' | 1<<'\r' | 1<<' '

// TokenString returns a token's name, or the character in quotes.
func TokenString(tok rune) string {
	names := [...]string{"EOF", "Ident", "Int", "Float", "Char", "String", "RawString", "Comment"}
	if i := -tok - 1; 0 <= i && int(i) < len(names) {
		return names[i]
	}
	return fmt.Sprintf("%q", string(tok))
}

const bufferSize = 1024

// A Scanner reads characters and tokens.
type Scanner struct {
	src io.Reader
	// The text that has been read but not scanned is buf[pos:end], followed by a byte that is not part
	// of a character.
	buf      [bufferSize + 1]byte
	pos, end int
	before   int // number of bytes of the text before the buffer

	line, column         int
	lastLine, lastLength int // length of the line before, and of the last character

	// The token is the contents of token, followed by buf[from:to]; from is -1 if there is none.
	token    bytes.Buffer
	from, to int
	ch       rune // the character before pos; unread at the beginning

	// Error is called for errors; if it is nil, the Scanner prints them to os.Stderr.
	Error func(s *Scanner, msg string)
	// ErrorCount is the number of errors.
	ErrorCount int

	// Mode says which tokens are recognized.
	Mode uint
	// Whitespace has a bit for each character up to 63 that is skipped.
	Whitespace uint64
	// IsIdentRune, unless it is nil, reports whether a character is allowed at position i of an identifier.
	IsIdentRune func(ch rune, i int) bool

	// Position is the beginning of the last token; Next makes it invalid. Init keeps its Filename.
	Position
}

const unread = -2

// Init makes s scan another text, in the mode GoTokens, and returns s.
func (s *Scanner) Init(src io.Reader) *Scanner {
	s.src = src
	s.buf[0], s.pos, s.end, s.before = utf8.RuneSelf, 0, 0, 0
	s.line, s.column, s.lastLine, s.lastLength = 1, 0, 0, 0
	s.from, s.ch = -1, unread
	s.Error, s.ErrorCount = nil, 0
	s.Mode, s.Whitespace = GoTokens, GoWhitespace
	s.Line = 0
	return s
}

// fill reads more until the buffer has a whole character; false at the end.
func (s *Scanner) fill() bool {
	for s.pos+utf8.UTFMax > s.end && !utf8.FullRune(s.buf[s.pos:s.end]) {
		if s.from >= 0 {
			s.token.Write(s.buf[s.from:s.pos])
			s.from = 0
		}
		kept := copy(s.buf[:], s.buf[s.pos:s.end])
		s.before += s.pos
		n, err := s.src.Read(s.buf[kept:bufferSize])
		s.pos, s.end = 0, kept+n
		s.buf[s.end] = utf8.RuneSelf
		if err != nil {
			if err != io.EOF {
				s.error(err.Error())
			}
			return s.end > 0
		}
	}
	return true
}

// next reads a character.
func (s *Scanner) next() rune {
	ch, width := rune(s.buf[s.pos]), 1
	if ch >= utf8.RuneSelf {
		if !s.fill() {
			if s.lastLength > 0 {
				s.column++
			}
			s.lastLength = 0
			return EOF
		}
		if ch = rune(s.buf[s.pos]); ch >= utf8.RuneSelf {
			ch, width = utf8.DecodeRune(s.buf[s.pos:s.end])
		}
	}
	s.pos += width
	s.lastLength = width
	s.column++
	switch {
	case ch == utf8.RuneError && width == 1:
		s.error("invalid UTF-8 encoding")
	case ch == 0:
		s.error("invalid character NUL")
	case ch == '\n':
		s.line++
		s.lastLine, s.column = s.column, 0
	}
	return ch
}

// Next reads a character; EOF at the end. TokenText is then invalid.
func (s *Scanner) Next() rune {
	s.from = -1
	s.Line = 0
	ch := s.Peek()
	if ch != EOF {
		s.ch = s.next()
	}
	return ch
}

// Peek returns the next character without reading it; EOF at the end.
func (s *Scanner) Peek() rune {
	if s.ch == unread {
		if s.ch = s.next(); s.ch == '\uFEFF' {
			// The byte order mark is not part of the text.
			s.ch = s.next()
		}
	}
	return s.ch
}

func (s *Scanner) error(msg string) {
	// TokenText needs it.
	s.to = s.pos - s.lastLength
	s.ErrorCount++
	if report := s.Error; report != nil {
		report(s, msg)
	} else if at := s.Position; at.IsValid() {
		fmt.Fprintln(os.Stderr, at.String()+":", msg)
	} else {
		fmt.Fprintln(os.Stderr, s.Pos().String()+":", msg)
	}
}

func (s *Scanner) isIdent(ch rune, i int) bool {
	if s.IsIdentRune != nil {
		return ch != EOF && s.IsIdentRune(ch, i)
	}
	return ch == '_' || unicode.IsLetter(ch) || unicode.IsDigit(ch) && i > 0
}

// Scan reads a token; if no token of the mode begins here, it returns a character; EOF at the end.
func (s *Scanner) Scan() rune {
	ch := s.Peek()
	s.from = -1
	s.Line = 0
	for {
		for s.Whitespace&(1<<uint(ch)) != 0 {
			ch = s.next()
		}
		s.begin()
		var tok rune
		tok, ch = s.scan(ch)
		if tok != skipComment {
			s.to = s.pos - s.lastLength
			s.ch = ch
			return tok
		}
	}
}

// begin begins a token with the last character that was read.
func (s *Scanner) begin() {
	s.token.Reset()
	s.from = s.pos - s.lastLength
	s.Offset = s.before + s.from
	s.Line, s.Column = s.line, s.column
	if s.column == 0 {
		s.Line, s.Column = s.line-1, s.lastLine
	}
}

// scan reads a token that begins with ch, and the character after it.
func (s *Scanner) scan(ch rune) (tok, after rune) {
	on := func(mode uint) bool { return s.Mode&mode != 0 }
	switch {
	case s.isIdent(ch, 0):
		after = s.next()
		if !on(ScanIdents) {
			return ch, after
		}
		for i := 1; s.isIdent(after, i); i++ {
			after = s.next()
		}
		return Ident, after
	case isDecimal(ch) && on(ScanInts|ScanFloats):
		return s.scanNumber(ch, false)
	case ch == EOF:
		return EOF, EOF
	case ch == '"' && on(ScanStrings):
		s.scanString('"')
		return String, s.next()
	case ch == '\'' && on(ScanChars):
		if s.scanString('\'') != 1 {
			s.error("invalid char literal")
		}
		return Char, s.next()
	case ch == '`' && on(ScanRawStrings):
		s.scanRawString()
		return RawString, s.next()
	}
	after = s.next()
	switch {
	case ch == '.' && isDecimal(after) && on(ScanFloats):
		return s.scanNumber(after, true)
	case ch == '/' && (after == '/' || after == '*') && on(ScanComments):
		if on(SkipComments) {
			s.from = -1
			return skipComment, s.scanComment(after)
		}
		return Comment, s.scanComment(after)
	}
	return ch, after
}

// scanString reads up to the closing quote, and returns the number of characters.
func (s *Scanner) scanString(quote rune) (n int) {
	for ch := s.next(); ch != quote; n++ {
		switch {
		case ch == '\n' || ch < 0:
			s.error("literal not terminated")
			return n
		case ch == '\\':
			ch = s.scanEscape(quote)
		default:
			ch = s.next()
		}
	}
	return n
}

func (s *Scanner) scanEscape(quote rune) rune {
	ch := s.next()
	switch ch {
	case 'a', 'b', 'f', 'n', 'r', 't', 'v', '\\', quote:
		return s.next()
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return s.scanDigits(ch, 8, 3)
	case 'x':
		return s.scanDigits(s.next(), 16, 2)
	case 'u':
		return s.scanDigits(s.next(), 16, 4)
	case 'U':
		return s.scanDigits(s.next(), 16, 8)
	}
	s.error("invalid char escape")
	return ch
}

// scanDigits reads n digits.
func (s *Scanner) scanDigits(ch rune, base, n int) rune {
	for ; n > 0 && (base == 8 && '0' <= ch && ch <= '7' || base == 16 && isHex(ch)); n-- {
		ch = s.next()
	}
	if n > 0 {
		s.error("invalid char escape")
	}
	return ch
}

func (s *Scanner) scanRawString() {
	for ch := s.next(); ch != '`'; ch = s.next() {
		if ch < 0 {
			s.error("literal not terminated")
			return
		}
	}
}

// scanComment reads a comment, whose second character is ch, and returns the character after it.
func (s *Scanner) scanComment(ch rune) rune {
	if ch == '/' {
		for ch = s.next(); ch != '\n' && ch >= 0; {
			ch = s.next()
		}
		return ch
	}
	for ch = s.next(); ch >= 0; {
		before := ch
		if ch = s.next(); before == '*' && ch == '/' {
			return s.next()
		}
	}
	s.error("comment not terminated")
	return ch
}

// Pos returns the position of the next character.
func (s *Scanner) Pos() (pos Position) {
	pos = Position{s.Filename, s.before + s.pos - s.lastLength, s.line, s.column}
	if s.column == 0 {
		// After a line break, or at the beginning.
		pos.Line, pos.Column = s.line-1, s.lastLine
		if s.lastLine == 0 {
			pos.Line, pos.Column = 1, 1
		}
	}
	return pos
}

// TokenText returns the text of the last token.
func (s *Scanner) TokenText() string {
	if s.from < 0 {
		return ""
	}
	s.to = max(s.to, s.from)
	if s.token.Len() == 0 {
		return string(s.buf[s.from:s.to])
	}
	s.token.Write(s.buf[s.from:s.to])
	s.from = s.to
	return s.token.String()
}
