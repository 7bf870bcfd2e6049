// Package scanner scans Go source into tokens.
package scanner

import (
	"fmt"
	"go/token"
	"path/filepath"
	"unicode"
	"unicode/utf8"
)

// An ErrorHandler gets errors: the position of the invalid token, and the message.
type ErrorHandler func(pos token.Position, msg string)

// A Mode is a set of flags.
type Mode uint

// ScanComments makes Scan return comments as tokens.
const ScanComments Mode = 1

// A Scanner reads a file. ErrorCount is the number of errors found so far.
type Scanner struct {
	file    *token.File
	dir     string // directory of the file
	src     []byte
	handler ErrorHandler
	mode    Mode

	c      rune // the next character, or eof
	at     int  // its offset
	behind int  // the offset after c
	// needsSemi says whether a line that ends here ends a statement.
	needsSemi bool
	// newline is the position of a newline in a comment, after which Scan returns a semicolon; NoPos if there is none.
	newline token.Pos
	end     token.Pos

	ErrorCount int
}

const (
	eof           = -1
	byteOrderMark = 0xfeff
)

// Init begins at the start of a file, to which the scanner adds the lines. It panics if the file and src differ in size.
func (s *Scanner) Init(file *token.File, src []byte, err ErrorHandler, mode Mode) {
	if file.Size() != len(src) {
		panic(fmt.Sprintf("file size (%d) does not match src len (%d)", file.Size(), len(src)))
	}
	dir, _ := filepath.Split(file.Name())
	*s = Scanner{file: file, dir: dir, src: src, handler: err, mode: mode, c: ' '}
	if s.next(); s.c == byteOrderMark {
		s.next()
	}
}

// End returns the position after the last token.
func (s *Scanner) End() token.Pos { return s.end }

func (s *Scanner) error(offset int, text string) {
	if s.handler != nil {
		s.handler(s.file.Position(s.file.Pos(offset)), text)
	}
	s.ErrorCount++
}

func (s *Scanner) errorf(offset int, format string, args ...any) {
	s.error(offset, fmt.Sprintf(format, args...))
}

// next advances to the next character.
func (s *Scanner) next() {
	if s.c == '\n' {
		s.file.AddLine(s.behind)
	}
	s.at = s.behind
	if s.at >= len(s.src) {
		s.at, s.c = len(s.src), eof
		return
	}
	c, size := rune(s.src[s.at]), 1
	switch {
	case c == 0:
		s.error(s.at, "illegal character NUL")
	case c >= utf8.RuneSelf:
		c, size = utf8.DecodeRune(s.src[s.at:])
		if c == utf8.RuneError && size == 1 {
			if s.at == 0 && isUTF16(s.src) {
				s.error(s.at, "illegal UTF-8 encoding (got UTF-16)")
				// The file is not UTF-8; further errors would not help.
				size = len(s.src)
			} else {
				s.error(s.at, "illegal UTF-8 encoding")
			}
		} else if c == byteOrderMark && s.at > 0 {
			s.error(s.at, "illegal byte order mark")
		}
	}
	s.c, s.behind = c, s.at+size
}

// isUTF16 reports whether a text begins with the byte order mark of UTF-16.
func isUTF16(src []byte) bool {
	return len(src) >= 2 && (src[0] == 0xfe && src[1] == 0xff || src[0] == 0xff && src[1] == 0xfe)
}

// peek returns the byte after the next character, or 0.
func (s *Scanner) peek() byte {
	if s.behind < len(s.src) {
		return s.src[s.behind]
	}
	return 0
}

func isLetter(c rune) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c >= utf8.RuneSelf && unicode.IsLetter(c)
}

func isDigit(c rune) bool {
	return '0' <= c && c <= '9' || c >= utf8.RuneSelf && unicode.IsDigit(c)
}

// Scan returns the next token and its position, and for literals, comments and keywords the text. At the end the token
// is token.EOF. A semicolon that Scan inserts at the end of a line has the text "\n".
func (s *Scanner) Scan() (pos token.Pos, tok token.Token, lit string) {
	if s.newline.IsValid() {
		pos, s.end, s.newline = s.newline, s.newline+1, token.NoPos
		return pos, token.SEMICOLON, "\n"
	}
	pos, tok, lit = s.scan()
	s.end = s.file.Pos(s.at)
	if lit == "\n" {
		// The end of the file may take the place of the newline.
		s.end = min(pos+1, s.file.End())
	}
	return pos, tok, lit
}

func (s *Scanner) scan() (pos token.Pos, tok token.Token, lit string) {
	for {
		for s.c == ' ' || s.c == '\t' || s.c == '\n' && !s.needsSemi || s.c == '\r' {
			s.next()
		}
		begin := s.at
		pos = s.file.Pos(begin)
		needed := s.needsSemi
		switch {
		case isLetter(s.c):
			lit = s.identifier()
			tok = token.IDENT
			if len(lit) > 1 {
				tok = token.Lookup(lit)
			}
			s.needsSemi = endsStatement(tok)
			return pos, tok, lit
		case isDecimal(s.c) || s.c == '.' && isDecimal(rune(s.peek())):
			s.needsSemi = true
			tok, lit = s.number()
			return pos, tok, lit
		}
		c := s.c
		s.next()
		switch c {
		case eof:
			s.needsSemi = false
			if needed {
				return pos, token.SEMICOLON, "\n"
			}
			return pos, token.EOF, ""
		case '\n':
			s.needsSemi = false
			return pos, token.SEMICOLON, "\n"
		case '"':
			s.needsSemi = true
			return pos, token.STRING, s.stringLiteral(begin)
		case '\'':
			s.needsSemi = true
			return pos, token.CHAR, s.runeLiteral(begin)
		case '`':
			s.needsSemi = true
			return pos, token.STRING, s.rawString(begin)
		case '/':
			if s.c == '/' || s.c == '*' {
				lit, newline := s.comment(begin)
				if needed && newline >= 0 {
					s.needsSemi = false
					if s.mode&ScanComments == 0 {
						return s.file.Pos(newline), token.SEMICOLON, "\n"
					}
					s.newline = s.file.Pos(newline)
				}
				if s.mode&ScanComments == 0 {
					continue
				}
				return pos, token.COMMENT, lit
			}
		}
		tok, lit = s.operator(begin, c)
		if tok != token.ILLEGAL {
			s.needsSemi = endsStatement(tok)
		}
		return pos, tok, lit
	}
}
