package multipart

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/textproto"
	"slices"
	"strings"
)

// A Writer writes a body of parts.
type Writer struct {
	w        io.Writer
	boundary string
	last     *part
}

// NewWriter returns a Writer to w, with a random boundary.
func NewWriter(w io.Writer) *Writer {
	boundary := fmt.Sprintf("%016x%016x%016x%012x", rand.Uint64(), rand.Uint64(), rand.Uint64(), rand.Uint64()>>16)
	return &Writer{w: w, boundary: boundary}
}

// Boundary returns the boundary, which separates the parts.
func (w *Writer) Boundary() string { return w.boundary }

// SetBoundary sets the boundary: 1 to 70 ASCII characters. The caller must call SetBoundary before
// making the first part.
func (w *Writer) SetBoundary(boundary string) error {
	if w.last != nil {
		return errors.New("mime: SetBoundary called after write")
	}
	if len(boundary) < 1 || len(boundary) > 70 {
		return errors.New("mime: invalid boundary length")
	}
	for i := range len(boundary) {
		c := boundary[i]
		letter := '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && strings.IndexByte("'()+_,-./:=?", c) < 0 && (c != ' ' || i == len(boundary)-1) {
			return errors.New("mime: invalid boundary character")
		}
	}
	w.boundary = boundary
	return nil
}

// FormDataContentType returns the type of a form with the boundary.
func (w *Writer) FormDataContentType() string {
	b := w.boundary
	if strings.ContainsAny(b, `()<>@,;:\"/[]?= `) {
		b = `"` + b + `"`
	}
	return "multipart/form-data; boundary=" + b
}

// endPart ends the current part.
func (w *Writer) endPart() error {
	if w.last == nil {
		return nil
	}
	w.last.closed = true
	return w.last.err
}

// CreatePart begins a part with a header; the caller writes its text to the result, until it begins the next part.
func (w *Writer) CreatePart(header textproto.MIMEHeader) (io.Writer, error) {
	if err := w.endPart(); err != nil {
		return nil, err
	}
	var b strings.Builder
	if w.last != nil {
		b.WriteString("\r\n")
	}
	b.WriteString("--" + w.boundary + "\r\n")
	for _, key := range slices.Sorted(maps.Keys(header)) {
		for _, value := range header[key] {
			b.WriteString(key + ": " + value + "\r\n")
		}
	}
	b.WriteString("\r\n")
	if _, err := io.WriteString(w.w, b.String()); err != nil {
		return nil, err
	}
	w.last = &part{w: w.w}
	return w.last, nil
}

var escaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "%0D", "\n", "%0A")

// FileContentDisposition returns the header Content-Disposition of a form's file.
func FileContentDisposition(fieldname, filename string) string {
	return fmt.Sprintf(`form-data; name="%s"; filename="%s"`, escaper.Replace(fieldname), escaper.Replace(filename))
}

// CreateFormFile begins a part with a file of a form.
func (w *Writer) CreateFormFile(fieldname, filename string) (io.Writer, error) {
	return w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {FileContentDisposition(fieldname, filename)},
		"Content-Type":        {"application/octet-stream"},
	})
}

// CreateFormField begins a part with a value of a form.
func (w *Writer) CreateFormField(fieldname string) (io.Writer, error) {
	return w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {fmt.Sprintf(`form-data; name="%s"`, escaper.Replace(fieldname))},
	})
}

// WriteField writes a value of a form.
func (w *Writer) WriteField(fieldname, value string) error {
	p, err := w.CreateFormField(fieldname)
	if err != nil {
		return err
	}
	_, err = p.Write([]byte(value))
	return err
}

// Close ends the body. Close does not close the underlying writer.
func (w *Writer) Close() error {
	if err := w.endPart(); err != nil {
		return err
	}
	w.last = nil
	_, err := fmt.Fprintf(w.w, "\r\n--%s--\r\n", w.boundary)
	return err
}

type part struct {
	w      io.Writer
	closed bool
	err    error // of the last write
}

func (p *part) Write(d []byte) (n int, err error) {
	if p.closed {
		return 0, errors.New("multipart: can't write to finished part")
	}
	if n, err = p.w.Write(d); err != nil {
		p.err = err
	}
	return n, err
}
