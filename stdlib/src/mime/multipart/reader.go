// Package multipart reads and writes bodies of several parts, as in forms and mails with files (RFC 2046).
package multipart

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"internal/mimeheader"
	"internal/settings"
	"io"
	"mime"
	"mime/quotedprintable"
	"net/textproto"
	"path/filepath"
	"strings"
)

// ErrMessageTooLarge means that a form is larger than the limit of ReadForm.
var ErrMessageTooLarge = errors.New("multipart: message too large")

// A Reader reads the parts of a body.
type Reader struct {
	in        *bufio.Reader
	separator []byte // "--" and the boundary
	newline   []byte // "\r\n", or "\n" if the first separator's line ends with that
	count     int    // of parts
	current   *Part
}

// A lasting is a reader that returns its first error again in all later reads.
type lasting struct {
	r   io.Reader
	err error
}

func (l *lasting) Read(p []byte) (n int, err error) {
	if l.err == nil {
		n, l.err = l.r.Read(p)
	}
	return n, l.err
}

// NewReader reads the parts between lines with this boundary, which is a parameter of the body's media type.
func NewReader(r io.Reader, boundary string) *Reader {
	const buffer = 4096 // longer than any boundary
	return &Reader{
		in:        bufio.NewReaderSize(&lasting{r: r}, buffer),
		separator: []byte("--" + boundary),
		newline:   []byte("\r\n"),
	}
}

// setting returns a setting of GODEBUG that is a number.
func setting(name string, normal int64) int64 {
	if n := settings.Int(name, -1); n >= 0 {
		return int64(n)
	}
	return normal
}

// Limits of a part's header.
const maxHeaderSize = 10 << 20

func maxHeaders() int64 { return setting("multipartmaxheaders", 10000) }

// NextPart returns the next part, decoded if it is quoted-printable; io.EOF after the last. The unread rest of the
// previous part is lost.
func (r *Reader) NextPart() (*Part, error) { return r.next(false, maxHeaderSize, maxHeaders()) }

// NextRawPart is NextPart without decoding.
func (r *Reader) NextRawPart() (*Part, error) { return r.next(true, maxHeaderSize, maxHeaders()) }

// trimBlanks removes the blanks at the beginning of a line.
func trimBlanks(line []byte) []byte { return bytes.TrimLeft(line, " \t") }

// isSeparator reports whether a line separates parts. The first separator determines the line break.
func (r *Reader) isSeparator(line []byte) bool {
	rest, ok := bytes.CutPrefix(line, r.separator)
	if !ok {
		return false
	}
	rest = trimBlanks(rest)
	if r.count == 0 && string(rest) == "\n" {
		r.newline = r.newline[1:]
	}
	return bytes.Equal(rest, r.newline)
}

// isEnd reports whether a line ends the last part.
func (r *Reader) isEnd(line []byte) bool {
	rest, ok := bytes.CutPrefix(line, append(bytes.Clone(r.separator), "--"...))
	rest = trimBlanks(rest)
	return ok && (len(rest) == 0 || bytes.Equal(rest, r.newline))
}

func (r *Reader) next(raw bool, headerSize, headers int64) (*Part, error) {
	if r.current != nil {
		r.current.Close()
	}
	if len(r.separator) == 2 {
		return nil, errors.New("multipart: boundary is empty")
	}
	emptyLine := false
	for {
		line, err := r.in.ReadSlice('\n')
		if err == io.EOF && r.isEnd(line) {
			return nil, io.EOF
		}
		if err != nil {
			return nil, fmt.Errorf("multipart: NextPart: %w", err)
		}
		switch {
		case r.isSeparator(line):
			r.count++
			p, err := r.newPart(raw, headerSize, headers)
			if err == nil {
				r.current = p
			}
			return p, err
		case r.isEnd(line):
			return nil, io.EOF
		case emptyLine:
			return nil, fmt.Errorf("multipart: expecting a new Part; got line %q", line)
		case r.count == 0: // text before the first part is ignored
		case bytes.Equal(line, r.newline):
			emptyLine = true
		default:
			return nil, fmt.Errorf("multipart: unexpected line in Next(): %q", line)
		}
	}
}

// A Part is one part of a body: a header and a text to read.
type Part struct {
	Header textproto.MIMEHeader

	body        io.Reader
	of          *Reader
	disposition string
	params      map[string]string // of the disposition; nil until FormName or FileName needs them

	known   int   // how many bytes in of's buffer belong to the part
	total   int64 // number of bytes read
	err     error // the error after the known bytes
	readErr error // the error after the buffer
}

func (r *Reader) newPart(raw bool, headerSize, headers int64) (*Part, error) {
	header, err := mimeheader.Read(textproto.NewReader(r.in), headerSize, headers)
	if err != nil {
		if err.Error() == "message too large" {
			err = ErrMessageTooLarge
		}
		return nil, err
	}
	p := &Part{Header: header, of: r}
	p.body = rawPart{p}
	const encoding = "Content-Transfer-Encoding"
	if !raw && strings.EqualFold(p.Header.Get(encoding), "quoted-printable") {
		p.Header.Del(encoding)
		p.body = quotedprintable.NewReader(p.body)
	}
	return p, nil
}

func (p *Part) parseDisposition() {
	if p.params != nil {
		return
	}
	var err error
	p.disposition, p.params, err = mime.ParseMediaType(p.Header.Get("Content-Disposition"))
	if err != nil {
		p.params = map[string]string{}
	}
}

// FormName returns the name of the form's field, "" if the part is not one.
func (p *Part) FormName() string {
	p.parseDisposition()
	if p.disposition != "form-data" {
		return ""
	}
	return p.params["name"]
}

// FileName returns the name of the part's file without directories, "" if there is none.
func (p *Part) FileName() string {
	p.parseDisposition()
	if name := p.params["filename"]; name != "" {
		return filepath.Base(name)
	}
	return ""
}

// Read reads the part's text.
func (p *Part) Read(d []byte) (n int, err error) { return p.body.Read(d) }

// Close reads the rest of the part.
func (p *Part) Close() error {
	io.Copy(io.Discard, p)
	return nil
}

// A rawPart reads a part's text without decoding.
type rawPart struct{ p *Part }

func (r rawPart) Read(d []byte) (n int, err error) {
	p := r.p
	in := p.of.in
	for p.known == 0 && p.err == nil {
		buffered, _ := in.Peek(in.Buffered())
		p.known, p.err = p.scan(buffered)
		if p.known == 0 && p.err == nil {
			// Peek for more data.
			if _, p.readErr = in.Peek(len(buffered) + 1); p.readErr == io.EOF {
				p.readErr = io.ErrUnexpectedEOF
			}
		}
	}
	if p.known == 0 {
		return 0, p.err
	}
	n, _ = in.Read(d[:min(len(d), p.known)])
	p.total += int64(n)
	if p.known -= n; p.known == 0 {
		return n, p.err
	}
	return n, nil
}

// scan returns how many bytes at the beginning of buf belong to the part, and the error after them, io.EOF at the
// part's end. If it returns neither, it needs more data.
func (p *Part) scan(buf []byte) (int, error) {
	separator := p.of.separator
	if p.total == 0 {
		// The line break before the separator may be missing after an empty part.
		if bytes.HasPrefix(buf, separator) {
			return p.judge(buf, 0, len(separator))
		}
		if bytes.HasPrefix(separator, buf) {
			return 0, p.readErr
		}
	}
	broken := append(bytes.Clone(p.of.newline), separator...)
	if at := bytes.Index(buf, broken); at >= 0 {
		return p.judge(buf, at, at+len(broken))
	}
	if bytes.HasPrefix(broken, buf) {
		return 0, p.readErr
	}
	// The end of buf may be the beginning of a separator.
	if at := bytes.LastIndexByte(buf, broken[0]); at >= 0 && bytes.HasPrefix(broken, buf[at:]) {
		return at, nil
	}
	return len(buf), p.readErr
}

// judge reports whether the text from at to end is a separator: the bytes after it decide.
func (p *Part) judge(buf []byte, at, end int) (int, error) {
	rest := buf[end:]
	switch {
	case len(rest) == 0 && p.readErr == nil:
		return at, nil
	case len(rest) == 0 || strings.IndexByte(" \t\r\n", rest[0]) >= 0 || bytes.HasPrefix(rest, []byte("--")):
		return at, io.EOF
	case string(rest) == "-" && p.readErr == nil:
		return at, nil
	}
	return end, nil
}
