package textproto

import (
	"bufio"
	"fmt"
	"io"
)

// A Writer writes lines and texts.
type Writer struct {
	W   *bufio.Writer
	dot *dotWriter
}

// NewWriter returns a Writer to w.
func NewWriter(w *bufio.Writer) *Writer { return &Writer{W: w} }

// PrintfLine writes a line.
func (w *Writer) PrintfLine(format string, args ...any) error {
	w.endText()
	fmt.Fprintf(w.W, format, args...)
	w.W.WriteString("\r\n")
	return w.W.Flush()
}

// DotWriter returns a writer of a text that ends with a line with a dot: Close writes that line, and so does the next
// call of w. It adds a dot to lines that begin with one, and converts line breaks to "\r\n".
func (w *Writer) DotWriter() io.WriteCloser {
	w.endText()
	w.dot = &dotWriter{w: w, last: -1}
	return w.dot
}

func (w *Writer) endText() {
	if w.dot != nil {
		w.dot.Close()
	}
}

// A dotWriter records the last byte of its text, -1 before the first.
type dotWriter struct {
	w        *Writer
	last     int
	lineOver bool // the last byte ended a line
}

func (d *dotWriter) Write(b []byte) (n int, err error) {
	out := d.w.W
	for i, c := range b {
		switch {
		case c == '.' && (d.last < 0 || d.lineOver):
			out.WriteByte('.')
		case c == '\n' && d.last != '\r':
			out.WriteByte('\r')
		}
		if err := out.WriteByte(c); err != nil {
			return i, err
		}
		d.lineOver = c == '\n'
		d.last = int(c)
		if c == '\r' && i > 0 && b[i-1] == '\r' {
			d.last = '\r'
		}
	}
	return len(b), nil
}

func (d *dotWriter) Close() error {
	if d.w.dot == d {
		d.w.dot = nil
	}
	end := "\r\n.\r\n"
	if d.lineOver {
		end = end[2:]
	} else if d.last == '\r' {
		end = end[1:]
	}
	d.w.W.WriteString(end)
	return d.w.W.Flush()
}
