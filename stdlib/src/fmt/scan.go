package fmt

import (
	"errors"
	"internal/stdio"
	"io"
	"unicode/utf8"
)

// ScanState is the input, as passed to a Scanner.
type ScanState interface {
	// ReadRune reads the next rune of the operand; io.EOF at the end of the input, of the line in Scanln, or of the width.
	ReadRune() (r rune, size int, err error)
	// UnreadRune makes the rune that was read last unread again.
	UnreadRune() error
	// SkipSpace skips white space; it treats newlines as the current call (Scan, Scanln or Scanf) does.
	SkipSpace()
	// Token skips white space if skipSpace is true and reads runes while f is true; a nil f accepts all but white space.
	Token(skipSpace bool, f func(rune) bool) (token []byte, err error)
	// Width returns the width of the verb and whether it was given.
	Width() (wid int, ok bool)
	// Read makes ScanState an io.Reader; programs must not call it.
	Read(buf []byte) (n int, err error)
}

// Scanner is a type that scans itself.
type Scanner interface {
	Scan(state ScanState, verb rune) error
}

// Scan reads operands, separated by white space and newlines, from standard input.
func Scan(a ...any) (n int, err error) { return Fscan(stdio.Stdin(), a...) }

// Scanln is Scan up to a newline, which must follow the last operand.
func Scanln(a ...any) (n int, err error) { return Fscanln(stdio.Stdin(), a...) }

// Scanf reads operands by format from standard input.
func Scanf(format string, a ...any) (n int, err error) { return Fscanf(stdio.Stdin(), format, a...) }

// Sscan is Scan from a string.
func Sscan(str string, a ...any) (n int, err error) { return Fscan(&stringReader{str, 0, 0}, a...) }

// Sscanln is Scanln from a string.
func Sscanln(str string, a ...any) (n int, err error) {
	return Fscanln(&stringReader{str, 0, 0}, a...)
}

// Sscanf is Scanf from a string.
func Sscanf(str string, format string, a ...any) (n int, err error) {
	return Fscanf(&stringReader{str, 0, 0}, format, a...)
}

// Fscan is Scan from r.
func Fscan(r io.Reader, a ...any) (n int, err error) {
	s := newScanner(r)
	s.nlIsSpace = true
	return s.scan(a)
}

// Fscanln is Scanln from r.
func Fscanln(r io.Reader, a ...any) (n int, err error) {
	s := newScanner(r)
	s.nlIsEnd = true
	return s.scan(a)
}

// Fscanf is Scanf from r.
func Fscanf(r io.Reader, format string, a ...any) (n int, err error) {
	return newScanner(r).scanf(format, a)
}

// stringReader reads a string rune by rune.
type stringReader struct {
	s    string
	i    int
	last int // width of the rune read last
}

func (r *stringReader) Read(b []byte) (n int, err error) {
	n = copy(b, r.s[r.i:])
	r.i += n
	if n == 0 {
		err = io.EOF
	}
	return n, err
}

func (r *stringReader) ReadRune() (c rune, size int, err error) {
	if r.i >= len(r.s) {
		return 0, 0, io.EOF
	}
	c, size = utf8.DecodeRuneInString(r.s[r.i:])
	r.i += size
	r.last = size
	return c, size, nil
}

func (r *stringReader) UnreadRune() error {
	r.i -= r.last
	r.last = 0
	return nil
}

// runeReader reads runes from an io.Reader byte by byte, so that it reads nothing that belongs to the next call.
type runeReader struct {
	r       io.Reader
	buf     [utf8.UTFMax]byte
	pending []byte // read, but not yet part of a rune
	rune    rune
	size    int
	unread  bool
}

func (r *runeReader) ReadRune() (c rune, size int, err error) {
	if r.unread {
		r.unread = false
		return r.rune, r.size, nil
	}
	p := r.buf[:0]
	p = append(p, r.pending...)
	for !utf8.FullRune(p) {
		n := len(p)
		if _, err = io.ReadFull(r.r, r.buf[n:n+1]); err != nil {
			if err == io.EOF && n > 0 {
				break
			}
			return 0, 0, err
		}
		p = r.buf[:n+1]
	}
	r.rune, r.size = utf8.DecodeRune(p)
	r.pending = append([]byte(nil), p[r.size:]...)
	return r.rune, r.size, nil
}

func (r *runeReader) UnreadRune() error {
	if r.unread {
		return errors.New("fmt: scanning called UnreadRune with no rune available")
	}
	r.unread = true
	return nil
}

const (
	eof      = -1
	hugeSize = 1 << 30
)

// scanError is a panic that ends the scan with an error.
type scanError struct {
	err error
}

// scanner is the state of one call.
type scanner struct {
	rs        io.RuneScanner
	buf       []byte // the current token
	count     int    // runes read so far
	limit     int    // value of count where the current operand ends
	width     int
	widthSet  bool
	atEOF     bool
	nlIsSpace bool
	nlIsEnd   bool
}

func newScanner(r io.Reader) *scanner {
	rs, ok := r.(io.RuneScanner)
	if !ok {
		rs = &runeReader{r: r}
	}
	return &scanner{rs: rs, limit: hugeSize}
}

// Read implements ScanState.
func (s *scanner) Read(buf []byte) (n int, err error) {
	return 0, errors.New("ScanState's Read should not be called. Use ReadRune")
}

// Width implements ScanState.
func (s *scanner) Width() (wid int, ok bool) {
	if !s.widthSet {
		return 0, false
	}
	return s.width, true
}

// ReadRune implements ScanState.
func (s *scanner) ReadRune() (r rune, size int, err error) {
	if s.atEOF || s.count >= s.limit {
		return 0, 0, io.EOF
	}
	r, size, err = s.rs.ReadRune()
	if err == nil {
		s.count++
		if s.nlIsEnd && r == '\n' {
			s.atEOF = true
		}
	} else if err == io.EOF {
		s.atEOF = true
	}
	return r, size, err
}

// UnreadRune implements ScanState.
func (s *scanner) UnreadRune() error {
	s.rs.UnreadRune()
	s.atEOF = false
	s.count--
	return nil
}

// Token implements ScanState.
func (s *scanner) Token(skipSpace bool, f func(rune) bool) (token []byte, err error) {
	defer catchScan(&err)
	if f == nil {
		f = isNotSpace
	}
	s.buf = s.buf[:0]
	token = s.token(skipSpace, f)
	return token, err
}

// SkipSpace implements ScanState.
func (s *scanner) SkipSpace() {
	for {
		r := s.next()
		switch {
		case r == eof:
			return
		case r == '\r' && s.peek("\n"):
		case r == '\n':
			if !s.nlIsSpace {
				s.fail("unexpected newline")
			}
		case !isSpace(r):
			s.UnreadRune()
			return
		}
	}
}

// catchScan converts a panic with a scanError or io.EOF to the error of the call; callers defer it.
func catchScan(err *error) {
	switch e := recover().(type) {
	case nil:
	case scanError:
		*err = e.err
	case error:
		if e != io.EOF {
			panic(e)
		}
		*err = e
	default:
		panic(e)
	}
}

func (s *scanner) fail(text string) { panic(scanError{errors.New(text)}) }

func (s *scanner) failWith(err error) { panic(scanError{err}) }

// next returns the next rune, eof at the end.
func (s *scanner) next() rune {
	r, _, err := s.ReadRune()
	if err != nil {
		if err == io.EOF {
			return eof
		}
		s.failWith(err)
	}
	return r
}

// mustNext returns the next rune; the end is an error.
func (s *scanner) mustNext() rune {
	r := s.next()
	if r == eof {
		s.failWith(io.ErrUnexpectedEOF)
	}
	return r
}

// notEOF panics at the end of the input.
func (s *scanner) notEOF() {
	if s.next() == eof {
		panic(io.EOF)
	}
	s.UnreadRune()
}

func indexRune(s string, r rune) int {
	for i, c := range s {
		if c == r {
			return i
		}
	}
	return -1
}

// accept reads the next rune into the token if it is in ok, and reports whether it is.
func (s *scanner) accept(ok string) bool {
	r := s.next()
	if r == eof {
		return false
	}
	if indexRune(ok, r) < 0 {
		s.UnreadRune()
		return false
	}
	s.buf = utf8.AppendRune(s.buf, r)
	return true
}

func (s *scanner) acceptAll(ok string) {
	for s.accept(ok) {
	}
}

// peek reports whether the next rune is in ok.
func (s *scanner) peek(ok string) bool {
	r := s.next()
	if r != eof {
		s.UnreadRune()
	}
	return indexRune(ok, r) >= 0
}

// token reads runes while f is true.
func (s *scanner) token(skipSpace bool, f func(rune) bool) []byte {
	if skipSpace {
		s.SkipSpace()
	}
	for {
		r := s.next()
		if r == eof {
			break
		}
		if !f(r) {
			s.UnreadRune()
			break
		}
		s.buf = utf8.AppendRune(s.buf, r)
	}
	return s.buf
}

func isNotSpace(r rune) bool { return !isSpace(r) }

func isSpace(r rune) bool {
	if r < 0x80 {
		return r == ' ' || '\t' <= r && r <= '\r'
	}
	switch r {
	case 0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
		return true
	}
	return 0x2000 <= r && r <= 0x200A
}

// scan scans the operands of Scan and Scanln.
func (s *scanner) scan(a []any) (n int, err error) {
	defer catchScan(&err)
	for _, arg := range a {
		s.scanOne('v', arg)
		n++
	}
	if s.nlIsEnd {
		for {
			r := s.next()
			if r == '\n' || r == eof {
				break
			}
			if !isSpace(r) {
				s.fail("expected newline")
			}
		}
	}
	return n, err
}

// scanf scans operands as a format says.
func (s *scanner) scanf(format string, a []any) (n int, err error) {
	defer catchScan(&err)
	for i := 0; i < len(format); {
		w := s.matchText(format[i:])
		if w > 0 {
			i += w
			continue
		}
		if format[i] != '%' {
			if w < 0 {
				s.fail("input does not match format")
			}
			break
		}
		i++
		s.width, s.widthSet, i = number(format, i, len(format))
		verb, size := utf8.DecodeRuneInString(format[i:])
		i += size
		if verb != 'c' {
			s.SkipSpace()
		}
		if verb == '%' {
			s.SkipSpace()
			s.notEOF()
			if !s.accept("%") {
				s.fail("missing literal %")
			}
			continue
		}
		if s.widthSet && s.count+s.width < hugeSize {
			s.limit = s.count + s.width
		}
		if n >= len(a) {
			s.fail("too few operands for format '%" + format[i-size:] + "'")
		}
		s.scanOne(verb, a[n])
		n++
		s.limit = hugeSize
	}
	if n < len(a) {
		s.fail("too many operands")
	}
	return n, err
}

// matchText matches input with the format up to the next verb. It returns the length of the matched part of the format, -1 if the input does not match.
func (s *scanner) matchText(format string) (i int) {
	for i < len(format) {
		c, w := utf8.DecodeRuneInString(format[i:])
		if isSpace(c) {
			i += s.matchSpace(format[i:])
			continue
		}
		if c == '%' {
			if i+w == len(format) {
				s.fail("missing verb: % at end of format string")
			}
			if format[i+w] != '%' {
				return i
			}
			i += w // %% matches %
		}
		if s.mustNext() != c {
			s.UnreadRune()
			return -1
		}
		i += w
	}
	return i
}

// matchSpace matches input with the white space at the beginning of format and returns its length. A newline matches
// spaces and a newline or the end; other space that no newline precedes matches at least one space, or the end.
func (s *scanner) matchSpace(format string) (i int) {
	newlines, trailing := 0, false
	for i < len(format) {
		c, w := utf8.DecodeRuneInString(format[i:])
		if !isSpace(c) {
			break
		}
		trailing = c != '\n'
		if c == '\n' {
			newlines++
		}
		i += w
	}
	for range newlines {
		if r := s.skipBlanks(s.next()); r != '\n' && r != eof {
			s.fail("newline in format does not match input")
		}
	}
	if !trailing {
		return i
	}
	r := s.next()
	switch {
	case newlines > 0 || r == eof:
	case r == '\n':
		s.fail("newline in input does not match format")
	case !isSpace(r):
		s.fail("expected space in input to match format")
	}
	if s.skipBlanks(r) != eof {
		s.UnreadRune()
	}
	return i
}

// skipBlanks reads on from r to the next rune that is a newline or no space.
func (s *scanner) skipBlanks(r rune) rune {
	for isSpace(r) && r != '\n' {
		r = s.next()
	}
	return r
}
