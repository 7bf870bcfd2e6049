package textproto

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"internal/mimeheader"
	"io"
	"math"
	"strconv"
	"strings"
)

// A Reader reads lines, responses, headers and texts. Only one goroutine at a time may use a
// Reader.
type Reader struct {
	R   *bufio.Reader
	dot *dotReader
}

// NewReader returns a Reader of r. The caller should limit an untrusted source, for instance with io.LimitReader.
func NewReader(r *bufio.Reader) *Reader { return &Reader{R: r} }

func tooLarge() error { return errors.New("message too large") }

// ReadLine reads a line, without its end.
func (r *Reader) ReadLine() (string, error) {
	line, err := r.line(math.MaxInt64)
	return string(line), err
}

// ReadLineBytes reads a line, without its end.
func (r *Reader) ReadLineBytes() ([]byte, error) {
	line, err := r.line(math.MaxInt64)
	return bytes.Clone(line), err
}

// line reads a line of at most limit bytes; the next read may overwrite it.
func (r *Reader) line(limit int64) ([]byte, error) {
	r.endText()
	var whole []byte
	for {
		part, more, err := r.R.ReadLine()
		switch {
		case err != nil:
			return nil, err
		case int64(len(whole)+len(part)) > limit:
			return nil, tooLarge()
		case whole == nil && !more:
			return part, nil
		}
		if whole = append(whole, part...); !more {
			return whole, nil
		}
	}
}

// ReadContinuedLine reads a line with its continuation lines, which begin with a blank: a single blank joins them.
func (r *Reader) ReadContinuedLine() (string, error) {
	line, err := r.continuedLine(math.MaxInt64, nil)
	return string(line), err
}

// ReadContinuedLineBytes is ReadContinuedLine with bytes as result.
func (r *Reader) ReadContinuedLineBytes() ([]byte, error) {
	line, err := r.continuedLine(math.MaxInt64, nil)
	return bytes.Clone(line), err
}

func trim(line []byte) []byte { return bytes.Trim(line, " \t") }

// continuedLine reads a continued line; check, unless it is nil, checks its first line.
func (r *Reader) continuedLine(limit int64, check func(line []byte) error) ([]byte, error) {
	line, err := r.line(limit)
	if err != nil || len(line) == 0 {
		return line, err
	}
	if check != nil {
		if err := check(line); err != nil {
			return nil, err
		}
	}
	// Usually the next line is already in the buffer and does not continue this one.
	if r.R.Buffered() > 1 {
		next, _ := r.R.Peek(2)
		if c := next[0] | 0x20; 'a' <= c && c <= 'z' || next[0] == '\n' || string(next) == "\r\n" {
			return trim(line), nil
		}
	}
	whole := bytes.Clone(trim(line))
	for r.skipBlanks() {
		whole = append(whole, ' ')
		left := limit - int64(len(whole))
		if left <= 0 {
			return nil, tooLarge()
		}
		if line, err = r.line(left); err != nil {
			return nil, err
		}
		whole = append(whole, trim(line)...)
	}
	return whole, nil
}

// skipBlanks skips blanks, and reports whether there were any.
func (r *Reader) skipBlanks() (some bool) {
	for {
		c, err := r.R.ReadByte()
		if err != nil {
			return some
		}
		if c != ' ' && c != '\t' {
			r.R.UnreadByte()
			return some
		}
		some = true
	}
}

// A codeLine is a line of a response.
type codeLine struct {
	code int
	more bool // more lines of the response follow
	text string
}

func parseCodeLine(line string) (l codeLine, err error) {
	if len(line) < 4 || line[3] != ' ' && line[3] != '-' {
		return l, ProtocolError(fmt.Sprintf("short response: %q", line))
	}
	l.more = line[3] == '-'
	if l.code, err = strconv.Atoi(line[:3]); err != nil || l.code < 100 {
		return l, ProtocolError(fmt.Sprintf("invalid response code: %q", line))
	}
	l.text = line[4:]
	return l, nil
}

// expect returns an Error if the code does not begin with the digits of expected; 0 accepts all codes.
func (l codeLine) expect(expected int) error {
	begin := l.code
	switch {
	case expected < 1 || expected >= 1000:
		return nil
	case expected < 10:
		begin /= 100
	case expected < 100:
		begin /= 10
	}
	if begin != expected {
		return &Error{l.code, l.text}
	}
	return nil
}

func (r *Reader) codeLine(expected int) (l codeLine, err error) {
	line, err := r.ReadLine()
	if err != nil {
		return l, err
	}
	if l, err = parseCodeLine(line); err != nil {
		return l, err
	}
	return l, l.expect(expected)
}

// ReadCodeLine reads a response of one line, "code text". expectCode has the first digits that its code must have; 0
// accepts any.
func (r *Reader) ReadCodeLine(expectCode int) (code int, message string, err error) {
	l, err := r.codeLine(expectCode)
	if err == nil && l.more {
		err = ProtocolError(fmt.Sprintf("unexpected multi-line response: %q", l.text))
	}
	return l.code, l.text, err
}

// ReadResponse reads a response of several lines; all but the last have a hyphen after the code.
func (r *Reader) ReadResponse(expectCode int) (code int, message string, err error) {
	first, err := r.codeLine(expectCode)
	text := []string{first.text}
	for more := first.more; more; {
		line, err := r.ReadLine()
		if err != nil {
			return 0, "", err
		}
		l, err := parseCodeLine(line)
		if err != nil || l.code != first.code {
			text = append(text, strings.TrimRight(line, "\r\n")) // some servers omit the code
			continue
		}
		text = append(text, l.text)
		more = l.more
	}
	message = strings.Join(text, "\n")
	if err != nil && first.more && message != "" {
		err = &Error{first.code, message}
	}
	return first.code, message, err
}

// DotReader reads a text that ends with a line with a dot. It removes the first of the dots at the beginning of
// other lines, and converts line breaks to "\n". The next call of r reads the rest of the text.
func (r *Reader) DotReader() io.Reader {
	r.endText()
	r.dot = &dotReader{r: r, lineOver: true}
	return r.dot
}

func (r *Reader) endText() {
	if r.dot != nil {
		io.Copy(io.Discard, r.dot)
	}
}

type dotReader struct {
	r        *Reader
	lineOver bool // the next byte begins a line
	over     bool
}

func (d *dotReader) Read(b []byte) (n int, err error) {
	for n < len(b) && !d.over && err == nil {
		var c byte
		if c, err = d.next(); err == nil && !d.over {
			b[n] = c
			n++
		}
	}
	if d.over {
		err = io.EOF
	}
	if err != nil && d.r.dot == d {
		d.r.dot = nil
	}
	return n, err
}

// byteOf reads a byte: the text cannot end here.
func (d *dotReader) byteOf() (byte, error) {
	c, err := d.r.R.ReadByte()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return c, err
}

// next returns the next byte of the text, or none at its end.
func (d *dotReader) next() (c byte, err error) {
	if c, err = d.byteOf(); err != nil {
		return 0, err
	}
	dot := c == '.' && d.lineOver
	if dot {
		if c, err = d.byteOf(); err != nil {
			return 0, err
		}
	}
	d.lineOver = false
	if c == '\r' {
		following, err := d.byteOf()
		if err != nil {
			return 0, err
		}
		if following == '\n' {
			c = '\n'
		} else {
			d.r.R.UnreadByte()
		}
	}
	if c == '\n' {
		d.lineOver = true
		d.over = dot
	}
	return c, nil
}

// ReadDotBytes returns all data of DotReader.
func (r *Reader) ReadDotBytes() ([]byte, error) { return io.ReadAll(r.DotReader()) }

// ReadDotLines returns the lines that DotReader reads.
func (r *Reader) ReadDotLines() ([]string, error) {
	var lines []string
	for {
		line, err := r.ReadLine()
		switch {
		case err == io.EOF:
			return lines, io.ErrUnexpectedEOF
		case err != nil:
			return lines, err
		case line == ".":
			return lines, nil
		}
		lines = append(lines, strings.TrimPrefix(line, "."))
	}
}

// ReadMIMEHeader reads a header, fields of lines "Name: value", and the empty line after it.
func (r *Reader) ReadMIMEHeader() (MIMEHeader, error) {
	return readMIMEHeader(r, math.MaxInt64, math.MaxInt64)
}

func init() {
	mimeheader.Read = func(r any, memory, fields int64) (map[string][]string, error) {
		return readMIMEHeader(r.(*Reader), memory, fields)
	}
}

// readMIMEHeader is ReadMIMEHeader with limits: memory in bytes, and the number of fields. An installed Go's package
// http is linked to it by this name.
func readMIMEHeader(r *Reader, memory, fields int64) (MIMEHeader, error) {
	if memory < 0 {
		return nil, tooLarge()
	}
	m := make(MIMEHeader)
	if first, err := r.R.Peek(1); err == nil && (first[0] == ' ' || first[0] == '\t') {
		const quoted = 80
		line, err := r.line(quoted)
		if err != nil {
			return m, err
		}
		return m, ProtocolError(fmt.Sprintf("malformed MIME header initial line: %q", line))
	}
	for {
		line, err := r.continuedLine(memory, hasColon)
		if len(line) == 0 {
			return m, err
		}
		key, value, ok := field(line)
		if !ok {
			return m, ProtocolError(fmt.Sprintf("malformed MIME header line: %q", line))
		}
		if fields--; fields < 0 {
			return nil, tooLarge()
		}
		if m[key] == nil {
			const entry = 200 // memory of a map entry
			memory -= int64(len(key)) + entry
		}
		if memory -= int64(len(value)); memory < 0 {
			return m, tooLarge()
		}
		m[key] = append(m[key], value)
		if err != nil {
			return m, err
		}
	}
}

func hasColon(line []byte) error {
	if bytes.IndexByte(line, ':') < 0 {
		return ProtocolError(fmt.Sprintf("malformed MIME header: missing colon: %q", line))
	}
	return nil
}

// field returns the canonical name, written to line too, and the value of a field.
func field(line []byte) (key, value string, ok bool) {
	name, text, ok := bytes.Cut(line, []byte(":"))
	if !ok {
		return "", "", false
	}
	if key, ok = fieldName(name); !ok {
		return "", "", false
	}
	for _, c := range text {
		if chars[c]&valueChar == 0 && c < 0x80 {
			return "", "", false
		}
	}
	return key, string(bytes.TrimLeft(text, " \t")), true
}
