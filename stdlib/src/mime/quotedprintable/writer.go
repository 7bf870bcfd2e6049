package quotedprintable

import "io"

// lineMax is the maximum length of a line, without its line break.
const lineMax = 76

// A Writer encodes what is written to it.
type Writer struct {
	Binary bool // line breaks are encoded like other bytes
	out    io.Writer
	line   []byte // the encoded line that is not yet written
	cr     bool   // the last byte was a carriage return: a newline after it belongs to the same line break
}

// NewWriter encodes to w.
func NewWriter(w io.Writer) *Writer { return &Writer{out: w} }

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// Write encodes p; it keeps the last line until Close.
func (w *Writer) Write(p []byte) (n int, err error) {
	for i, c := range p {
		switch {
		case '!' <= c && c <= '~' && c != '=' || isBlank(c):
			err = w.plain(c)
		case !w.Binary && (c == '\r' || c == '\n'):
			if c == '\r' || !w.cr {
				err = w.lineBreak()
			}
			w.cr = c == '\r'
		default:
			err = w.encode(c)
		}
		if err != nil {
			return i, err
		}
	}
	return len(p), nil
}

// Close writes the last line.
func (w *Writer) Close() error {
	if err := w.encodeLastBlank(); err != nil {
		return err
	}
	return w.flush()
}

func (w *Writer) plain(c byte) error {
	w.cr = false
	if len(w.line) == lineMax-1 {
		if err := w.softBreak(); err != nil {
			return err
		}
	}
	w.line = append(w.line, c)
	return nil
}

func (w *Writer) encode(c byte) error {
	if len(w.line) > lineMax-1-3 {
		if err := w.softBreak(); err != nil {
			return err
		}
	}
	const digits = "0123456789ABCDEF"
	w.line = append(w.line, '=', digits[c>>4], digits[c&15])
	return nil
}

func (w *Writer) lineBreak() error {
	if err := w.encodeLastBlank(); err != nil {
		return err
	}
	w.line = append(w.line, '\r', '\n')
	return w.flush()
}

func (w *Writer) softBreak() error {
	w.line = append(w.line, '=', '\r', '\n')
	return w.flush()
}

// encodeLastBlank encodes a blank at the end of a line, because mail programs may remove it otherwise.
func (w *Writer) encodeLastBlank() error {
	last := len(w.line) - 1
	if last < 0 || !isBlank(w.line[last]) {
		return nil
	}
	c := w.line[last]
	w.line = w.line[:last]
	return w.encode(c)
}

func (w *Writer) flush() error {
	_, err := w.out.Write(w.line)
	if err == nil {
		w.line = w.line[:0]
	}
	return err
}
