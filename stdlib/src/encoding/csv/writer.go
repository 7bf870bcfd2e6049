package csv

import (
	"bufio"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Writer writes records.
type Writer struct {
	// Comma is the separator of fields.
	Comma rune
	// UseCRLF ends lines with \r\n.
	UseCRLF bool
	w       *bufio.Writer
}

// NewWriter returns a writer to w; it buffers its output until Flush.
func NewWriter(w io.Writer) *Writer { return &Writer{Comma: ',', w: bufio.NewWriter(w)} }

// Write writes one record, with quotes where needed.
func (w *Writer) Write(record []string) error {
	if !validDelimiter(w.Comma) {
		return errDelimiter
	}
	for n, field := range record {
		if n > 0 {
			if _, err := w.w.WriteRune(w.Comma); err != nil {
				return err
			}
		}
		if !w.needsQuotes(field) {
			if _, err := w.w.WriteString(field); err != nil {
				return err
			}
			continue
		}
		if err := w.quoted(field); err != nil {
			return err
		}
	}
	end := "\n"
	if w.UseCRLF {
		end = "\r\n"
	}
	_, err := w.w.WriteString(end)
	return err
}

func (w *Writer) quoted(field string) error {
	w.w.WriteByte('"')
	for {
		i := strings.IndexAny(field, "\"\r\n")
		if i < 0 {
			w.w.WriteString(field)
			break
		}
		w.w.WriteString(field[:i])
		switch c := field[i]; {
		case c == '"':
			w.w.WriteString(`""`)
		case c == '\r' && w.UseCRLF:
		case c == '\n' && w.UseCRLF:
			w.w.WriteString("\r\n")
		default:
			w.w.WriteByte(c)
		}
		field = field[i+1:]
	}
	return w.w.WriteByte('"')
}

func (w *Writer) needsQuotes(field string) bool {
	if field == "" {
		return false
	}
	if field == `\.` {
		return true
	}
	if strings.ContainsRune(field, w.Comma) || strings.ContainsAny(field, "\"\r\n") {
		return true
	}
	first, _ := utf8.DecodeRuneInString(field)
	return unicode.IsSpace(first)
}

// Flush writes the buffered data; Error returns the error of a failure.
func (w *Writer) Flush() { w.w.Flush() }

// Error returns the first error of a Write or Flush.
func (w *Writer) Error() error {
	_, err := w.w.Write(nil)
	return err
}

// WriteAll writes records and flushes.
func (w *Writer) WriteAll(records [][]string) error {
	for _, record := range records {
		if err := w.Write(record); err != nil {
			return err
		}
	}
	return w.w.Flush()
}
