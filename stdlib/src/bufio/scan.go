package bufio

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// A Scanner cuts the input into tokens with a SplitFunc; without one it cuts it into lines.
type Scanner struct {
	r     io.Reader
	split SplitFunc
	token []byte
	err   error

	buf          []byte
	start, end   int // buf[start:end] has been read, and belongs to no token yet
	maxTokenSize int

	empties  int  // empty tokens in a row, after the end of the input, that consumed no input
	scanning bool // Scan has been called
	done     bool // there was a final token
}

// A SplitFunc finds the first token in data: how far to advance, and the token; 0, nil, nil asks for more data.
type SplitFunc func(data []byte, atEOF bool) (advance int, token []byte, err error)

// The errors of a Scanner.
var (
	ErrTooLong         = errors.New("bufio.Scanner: token too long")
	ErrNegativeAdvance = errors.New("bufio.Scanner: SplitFunc returns negative advance count")
	ErrAdvanceTooFar   = errors.New("bufio.Scanner: SplitFunc returns advance count beyond input")
	ErrBadReadCount    = errors.New("bufio.Scanner: Read returned impossible count")
)

// A SplitFunc returns ErrFinalToken together with the last token; Scan does not report it as an
// error.
var ErrFinalToken = errors.New("final token")

const (
	// MaxScanTokenSize is the largest token, unless Buffer says otherwise.
	MaxScanTokenSize = 64 * 1024

	startBufSize = 4096
)

// NewScanner makes a scanner of lines.
func NewScanner(r io.Reader) *Scanner {
	return &Scanner{r: r, split: ScanLines, maxTokenSize: MaxScanTokenSize}
}

// Err returns the first error; io.EOF is not one.
func (s *Scanner) Err() error {
	if s.err != io.EOF {
		return s.err
	}
	return nil
}

// Bytes returns the token found last; the next Scan may overwrite it.
func (s *Scanner) Bytes() []byte { return s.token }

// Text returns the token found last.
func (s *Scanner) Text() string { return string(s.token) }

// Scan finds the next token; false at the end or after an error.
func (s *Scanner) Scan() bool {
	s.scanning = true
	for !s.done {
		if s.start < s.end || s.err != nil {
			if found, stop := s.cut(); found || stop {
				return found
			}
		}
		if s.err != nil {
			s.start, s.end = 0, 0
			break
		}
		if !s.makeRoom() {
			break
		}
		s.read()
	}
	return false
}

// cut calls the SplitFunc once. If neither result is true, the SplitFunc needs more of the input.
func (s *Scanner) cut() (found, stop bool) {
	rest := s.buf[s.start:s.end]
	atEOF := s.err != nil
	advance, token, err := s.split(rest, atEOF)
	switch {
	case err == ErrFinalToken:
		s.token, s.done = token, true
		return token != nil, true
	case err != nil:
		s.setErr(err)
		return false, true
	case advance < 0:
		s.setErr(ErrNegativeAdvance)
		return false, true
	case advance > len(rest):
		s.setErr(ErrAdvanceTooFar)
		return false, true
	}
	s.start += advance
	s.token = token
	if token == nil {
		return false, false
	}
	if !atEOF || advance > 0 {
		s.empties = 0
	} else if s.empties++; s.empties > maxConsecutiveEmptyReads {
		panic("bufio.Scan: too many empty tokens without progressing")
	}
	return true, false
}

// makeRoom makes room behind the bytes read so far: it moves them to the front, or takes a larger buffer. makeRoom
// fails if a token would be too long.
func (s *Scanner) makeRoom() bool {
	size := len(s.buf)
	target := s.buf
	switch {
	case s.start > size/2 || s.start > 0 && s.end == size:
	case s.end < size:
		return true
	case size >= s.maxTokenSize:
		s.token = nil
		s.setErr(ErrTooLong)
		return false
	default:
		larger := startBufSize
		if size > 0 {
			larger = 2 * size
		}
		target = make([]byte, min(larger, s.maxTokenSize))
	}
	s.end = copy(target, s.buf[s.start:s.end])
	s.start, s.buf = 0, target
	return true
}

// read reads until there are more bytes, or an error.
func (s *Scanner) read() {
	for range maxConsecutiveEmptyReads + 1 {
		room := s.buf[s.end:]
		n, err := s.r.Read(room)
		if n < 0 || n > len(room) {
			s.setErr(ErrBadReadCount)
			return
		}
		s.end += n
		if err != nil {
			s.setErr(err)
			return
		}
		if n > 0 {
			s.empties = 0
			return
		}
	}
	s.setErr(io.ErrNoProgress)
}

// setErr keeps the first error; io.EOF does not count as an error.
func (s *Scanner) setErr(err error) {
	if s.err == nil || s.err == io.EOF {
		s.err = err
	}
}

// Buffer sets the first buffer and the size of the largest token.
func (s *Scanner) Buffer(buf []byte, max int) {
	if s.scanning {
		panic("Buffer called after Scan")
	}
	s.buf, s.maxTokenSize = buf[:cap(buf)], max
}

// Split sets the function that cuts the input.
func (s *Scanner) Split(split SplitFunc) {
	if s.scanning {
		panic("Split called after Scan")
	}
	s.split = split
}

// ScanBytes makes each byte a token.
func ScanBytes(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if atEOF && len(data) == 0 {
		return 0, nil, nil
	}
	return 1, data[0:1], nil
}

// ScanRunes makes each UTF-8 character a token, and each invalid byte the token U+FFFD.
func ScanRunes(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if atEOF && len(data) == 0 {
		return 0, nil, nil
	}
	if data[0] < utf8.RuneSelf {
		return 1, data[0:1], nil
	}
	_, width := utf8.DecodeRune(data)
	if width > 1 {
		return width, data[0:width], nil
	}
	if !atEOF && !utf8.FullRune(data) {
		return 0, nil, nil
	}
	return 1, []byte("\uFFFD"), nil
}

// ScanLines makes each line a token, without its end, "\n" or "\r\n".
func ScanLines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if atEOF && len(data) == 0 {
		return 0, nil, nil
	}
	i := bytes.IndexByte(data, '\n')
	advance = i + 1
	if i < 0 {
		if !atEOF {
			return 0, nil, nil
		}
		i = len(data)
		advance = i
	}
	if i > 0 && data[i-1] == '\r' {
		return advance, data[:i-1], nil
	}
	return advance, data[:i], nil
}

func isSpace(r rune) bool {
	if r <= 0xFF {
		switch r {
		case ' ', '\t', '\n', '\v', '\f', '\r', 0x85, 0xA0:
			return true
		}
		return false
	}
	if 0x2000 <= r && r <= 0x200a {
		return true
	}
	switch r {
	case 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000:
		return true
	}
	return false
}

// ScanWords makes each word between spaces a token.
func ScanWords(data []byte, atEOF bool) (advance int, token []byte, err error) {
	start := 0
	for start < len(data) {
		r, width := rune(data[start]), 1
		if r >= utf8.RuneSelf {
			r, width = utf8.DecodeRune(data[start:])
		}
		if !isSpace(r) {
			break
		}
		start += width
	}
	for i := start; i < len(data); {
		r, width := rune(data[i]), 1
		if r >= utf8.RuneSelf {
			r, width = utf8.DecodeRune(data[i:])
		}
		if isSpace(r) {
			return i + width, data[start:i], nil
		}
		i += width
	}
	if atEOF && len(data) > start {
		return len(data), data[start:], nil
	}
	return start, nil, nil
}
