package bufio

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// A Scanner cuts the input into tokens with a SplitFunc; lines unless told otherwise.
type Scanner struct {
	r        io.Reader
	split    SplitFunc
	maxSize  int
	token    []byte
	buf      []byte
	start    int // of what is not read yet in buf
	end      int // of what is there in buf
	err      error
	empties  int // empty tokens in a row
	scanning bool
	done     bool
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

// ErrFinalToken with a token tells the Scanner that it is the last one; it is no error.
var ErrFinalToken = errors.New("final token")

const (
	// MaxScanTokenSize is the largest token, unless Buffer says otherwise.
	MaxScanTokenSize = 64 * 1024

	startBufSize = 4096
)

// NewScanner makes a scanner of lines.
func NewScanner(r io.Reader) *Scanner {
	return &Scanner{r: r, split: ScanLines, maxSize: MaxScanTokenSize}
}

// Err is the first error but io.EOF.
func (s *Scanner) Err() error {
	if s.err == io.EOF {
		return nil
	}
	return s.err
}

// Bytes is the token found last; the next Scan may overwrite it.
func (s *Scanner) Bytes() []byte { return s.token }

// Text is the token found last.
func (s *Scanner) Text() string { return string(s.token) }

// Scan finds the next token; false at the end or after an error.
func (s *Scanner) Scan() bool {
	if s.done {
		return false
	}
	s.scanning = true
	for {
		if s.end > s.start || s.err != nil {
			advance, token, err := s.split(s.buf[s.start:s.end], s.err != nil)
			if err != nil {
				if err == ErrFinalToken {
					s.token = token
					s.done = true
					return token != nil
				}
				s.fail(err)
				return false
			}
			if !s.advance(advance) {
				return false
			}
			s.token = token
			if token != nil {
				if s.err == nil || advance > 0 {
					s.empties = 0
				} else {
					s.empties++
					if s.empties > maxConsecutiveEmptyReads {
						panic("bufio.Scan: too many empty tokens without progressing")
					}
				}
				return true
			}
		}
		if s.err != nil {
			s.start = 0
			s.end = 0
			return false
		}
		if !s.more() {
			return false
		}
	}
}

// more makes room and reads.
func (s *Scanner) more() bool {
	if s.start > 0 && (s.end == len(s.buf) || s.start > len(s.buf)/2) {
		copy(s.buf, s.buf[s.start:s.end])
		s.end -= s.start
		s.start = 0
	}
	if s.end == len(s.buf) {
		const maxInt = int(^uint(0) >> 1)
		if len(s.buf) >= s.maxSize || len(s.buf) > maxInt/2 {
			s.fail(ErrTooLong)
			return false
		}
		size := len(s.buf) * 2
		if size == 0 {
			size = startBufSize
		}
		buf := make([]byte, min(size, s.maxSize))
		copy(buf, s.buf[s.start:s.end])
		s.buf = buf
		s.end -= s.start
		s.start = 0
	}
	for loop := 0; ; {
		n, err := s.r.Read(s.buf[s.end:len(s.buf)])
		if n < 0 || len(s.buf)-s.end < n {
			s.setErr(ErrBadReadCount)
			break
		}
		s.end += n
		if err != nil {
			s.setErr(err)
			break
		}
		if n > 0 {
			s.empties = 0
			break
		}
		loop++
		if loop > maxConsecutiveEmptyReads {
			s.setErr(io.ErrNoProgress)
			break
		}
	}
	return true
}

// fail stops with err and no token.
func (s *Scanner) fail(err error) {
	s.token = nil
	s.setErr(err)
	if err == ErrTooLong {
		s.done = false
	}
}

func (s *Scanner) advance(n int) bool {
	if n < 0 {
		s.setErr(ErrNegativeAdvance)
		return false
	}
	if n > s.end-s.start {
		s.setErr(ErrAdvanceTooFar)
		return false
	}
	s.start += n
	return true
}

func (s *Scanner) setErr(err error) {
	if s.err == nil || s.err == io.EOF {
		s.err = err
	}
}

// Buffer gives the first buffer and the size of the largest token.
func (s *Scanner) Buffer(buf []byte, max int) {
	if s.scanning {
		panic("Buffer called after Scan")
	}
	s.buf = buf[0:cap(buf)]
	s.maxSize = max
}

// Split says how to cut.
func (s *Scanner) Split(split SplitFunc) {
	if s.scanning {
		panic("Split called after Scan")
	}
	s.split = split
}

// ScanBytes gives each byte.
func ScanBytes(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if atEOF && len(data) == 0 {
		return 0, nil, nil
	}
	return 1, data[0:1], nil
}

// ScanRunes gives each UTF-8 character; a byte that is none as U+FFFD.
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

// ScanLines gives each line without its end, "\n" or "\r\n".
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

// ScanWords gives each word between spaces.
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
