package build

import (
	"bufio"
	"errors"
	"io"
)

var (
	errNUL    = errors.New("unexpected NUL in input")
	errSyntax = errors.New("syntax error")
)

// A headerReader reads a Go file up to the end of its imports, and stores the bytes.
type headerReader struct {
	in   *bufio.Reader
	kept []byte
	// stop is the reason why reading ended early: errSyntax, errNUL or an error of the file.
	stop error
}

const bom = "\ufeff"

func newHeaderReader(in io.Reader) *headerReader {
	r := &headerReader{in: bufio.NewReader(in)}
	if lead, err := r.in.Peek(len(bom)); err == nil && string(lead) == bom {
		// Positions do not count the byte order mark.
		r.in.Discard(len(bom))
	}
	return r
}

// peek returns the next byte, or 0 at the end.
func (r *headerReader) peek() byte {
	if r.stop != nil {
		return 0
	}
	b, err := r.in.Peek(1)
	if err != nil {
		if err != io.EOF {
			r.stop = err
		}
		return 0
	}
	if b[0] == 0 {
		r.stop = errNUL
	}
	return b[0]
}

// next reads a byte.
func (r *headerReader) next() byte {
	b := r.peek()
	if b != 0 {
		r.in.Discard(1)
		r.kept = append(r.kept, b)
	}
	return b
}

func (r *headerReader) fail() {
	if r.stop == nil {
		r.stop = errSyntax
	}
}

// space reads blanks, semicolons and comments, and returns the byte after them.
func (r *headerReader) space() byte {
	for {
		switch b := r.peek(); b {
		case ' ', '\t', '\f', '\n', '\r', ';':
			r.next()
		case '/':
			r.next()
			switch r.next() {
			case '/':
				for b := r.peek(); b != '\n' && b != 0; b = r.peek() {
					r.next()
				}
			case '*':
				r.block()
			default:
				r.fail()
			}
		default:
			return b
		}
	}
}

// block reads the rest of a comment /* */.
func (r *headerReader) block() {
	for last := byte(0); ; {
		b := r.next()
		if b == 0 {
			r.fail()
			return
		}
		if last == '*' && b == '/' {
			return
		}
		last = b
	}
}

func isNameByte(b byte) bool {
	return 'a' <= b|0x20 && b|0x20 <= 'z' || '0' <= b && b <= '9' || b == '_' || b >= 0x80
}

// word reads an identifier or a keyword.
func (r *headerReader) word() string {
	r.space()
	begin := len(r.kept)
	for isNameByte(r.peek()) {
		r.next()
	}
	if len(r.kept) == begin {
		r.fail()
	}
	return string(r.kept[begin:])
}

// text reads an interpreted or a raw string.
func (r *headerReader) text() {
	quote := r.space()
	if quote != '"' && quote != '`' {
		r.fail()
		return
	}
	r.next()
	for r.stop == nil {
		switch b := r.next(); {
		case b == quote:
			return
		case b == 0, b == '\n' && quote == '"':
			r.fail()
		case b == '\\' && quote == '"':
			r.next()
		}
	}
}

// spec reads an import with or without a name.
func (r *headerReader) spec() {
	if b := r.space(); b == '.' {
		r.next()
	} else if isNameByte(b) {
		r.word()
	}
	r.text()
}

// imports reads the package clause and the imports.
func (r *headerReader) imports() {
	if r.word() != "package" {
		r.fail()
		return
	}
	r.word()
	for r.space() == 'i' && r.stop == nil {
		if r.word() != "import" {
			r.fail()
			return
		}
		if r.space() != '(' {
			r.spec()
			continue
		}
		r.next()
		for r.space() != ')' && r.stop == nil {
			r.spec()
		}
		r.next()
	}
}

// comments reads the comments at the beginning of a file, which need not be a Go file.
func comments(in io.Reader) ([]byte, error) {
	r := newHeaderReader(in)
	r.space()
	return r.kept, r.stop
}

// rest reads the file after the header.
func (r *headerReader) rest() ([]byte, error) {
	return io.ReadAll(r.in)
}
