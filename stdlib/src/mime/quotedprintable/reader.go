// Package quotedprintable reads and writes the encoding quoted-printable of mails (RFC 2045).
package quotedprintable

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// A Reader decodes the bytes of another reader. Like other mail programs, it accepts some malformed
// input.
type Reader struct {
	in   *bufio.Reader
	line []byte // the rest of the current line
	err  error  // the error after line
}

// NewReader decodes r.
func NewReader(r io.Reader) *Reader { return &Reader{in: bufio.NewReader(r)} }

// Read decodes into p.
func (r *Reader) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(r.line) == 0 {
			if r.err != nil {
				return n, r.err
			}
			r.nextLine()
			continue
		}
		c := r.line[0]
		width := 1
		switch {
		case c == '=':
			if c, width, err = escaped(r.line); err != nil {
				return n, err
			}
		case c == '\t' || c == '\r' || c == '\n' || c >= 0x80 || ' ' <= c && c <= '~':
		default:
			return n, fmt.Errorf("quotedprintable: invalid unescaped byte 0x%02x in body", c)
		}
		p[n] = c
		n++
		r.line = r.line[width:]
	}
	return n, nil
}

// nextLine reads a line, and removes the blanks at its end, and also its line break if it is a soft one.
func (r *Reader) nextLine() {
	var whole []byte
	whole, r.err = r.in.ReadSlice('\n')
	r.line = bytes.TrimRight(whole, "\n\r \t")
	if !bytes.HasSuffix(r.line, []byte("=")) {
		switch {
		case bytes.HasSuffix(whole, []byte("\r\n")):
			r.line = append(r.line, '\r', '\n')
		case bytes.HasSuffix(whole, []byte("\n")):
			r.line = append(r.line, '\n')
		}
		return
	}
	behind := bytes.TrimLeft(whole[len(r.line):], " \t")
	r.line = r.line[:len(r.line)-1]
	if bytes.HasPrefix(behind, []byte("\n")) || bytes.HasPrefix(behind, []byte("\r\n")) {
		return
	}
	// The input may end with "=".
	if len(behind) > 0 || len(r.line) == 0 || r.err != io.EOF {
		r.err = fmt.Errorf("quotedprintable: invalid bytes after =: %q", behind)
	}
}

// escaped reads "=3D" at the beginning of line. A "=" without a hexadecimal number after it stays
// unchanged.
func escaped(line []byte) (c byte, width int, err error) {
	if len(line) >= 3 {
		high, herr := hexDigit(line[1])
		low, lerr := hexDigit(line[2])
		if herr == nil && lerr == nil {
			return high<<4 | low, 3, nil
		}
		if err = herr; err == nil {
			err = lerr
		}
	} else {
		err = io.ErrUnexpectedEOF
	}
	if len(line) >= 2 && line[1] != '\r' && line[1] != '\n' {
		return '=', 1, nil
	}
	return 0, 0, err
}

func hexDigit(c byte) (byte, error) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', nil
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, nil
	}
	return 0, fmt.Errorf("quotedprintable: invalid hex byte 0x%02x", c)
}
