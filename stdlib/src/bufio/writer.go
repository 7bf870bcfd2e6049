package bufio

import (
	"io"
	"unicode/utf8"
)

// A Writer writes through a buffer; after an error it takes nothing more.
type Writer struct {
	err error
	buf []byte
	n   int
	wr  io.Writer
}

// NewWriterSize makes a writer whose buffer has at least size bytes.
func NewWriterSize(w io.Writer, size int) *Writer {
	if b, ok := w.(*Writer); ok && len(b.buf) >= size {
		return b
	}
	if size <= 0 {
		size = defaultBufSize
	}
	return &Writer{buf: make([]byte, size), wr: w}
}

// NewWriter makes a writer with a buffer of the usual size.
func NewWriter(w io.Writer) *Writer { return NewWriterSize(w, defaultBufSize) }

// Size is the size of the buffer.
func (b *Writer) Size() int { return len(b.buf) }

// Reset forgets everything and writes to w.
func (b *Writer) Reset(w io.Writer) {
	if b == w {
		return
	}
	if b.buf == nil {
		b.buf = make([]byte, defaultBufSize)
	}
	b.err = nil
	b.n = 0
	b.wr = w
}

// Flush writes what is in the buffer.
func (b *Writer) Flush() error {
	if b.err != nil {
		return b.err
	}
	if b.n == 0 {
		return nil
	}
	n, err := b.wr.Write(b.buf[:b.n])
	if n < b.n && err == nil {
		err = io.ErrShortWrite
	}
	if err != nil {
		if n > 0 && n < b.n {
			copy(b.buf, b.buf[n:b.n])
		}
		b.n -= n
		b.err = err
		return err
	}
	b.n = 0
	return nil
}

// Available is the room in the buffer.
func (b *Writer) Available() int { return len(b.buf) - b.n }

// AvailableBuffer is the room in the buffer as an empty slice to append to and Write.
func (b *Writer) AvailableBuffer() []byte { return b.buf[b.n:][:0] }

// Buffered is what waits in the buffer.
func (b *Writer) Buffered() int { return b.n }

// Write writes p.
func (b *Writer) Write(p []byte) (nn int, err error) {
	for len(p) > len(b.buf)-b.n && b.err == nil {
		var n int
		if b.n == 0 {
			n, b.err = b.wr.Write(p)
		} else {
			n = copy(b.buf[b.n:], p)
			b.n += n
			b.Flush()
		}
		nn += n
		p = p[n:]
	}
	if b.err != nil {
		return nn, b.err
	}
	n := copy(b.buf[b.n:], p)
	b.n += n
	return nn + n, nil
}

// WriteByte writes a byte.
func (b *Writer) WriteByte(c byte) error {
	if b.err != nil {
		return b.err
	}
	if b.n >= len(b.buf) && b.Flush() != nil {
		return b.err
	}
	b.buf[b.n] = c
	b.n++
	return nil
}

// WriteRune writes a character in UTF-8.
func (b *Writer) WriteRune(r rune) (size int, err error) {
	if uint32(r) < utf8.RuneSelf {
		if err = b.WriteByte(byte(r)); err != nil {
			return 0, err
		}
		return 1, nil
	}
	if b.err != nil {
		return 0, b.err
	}
	if b.Available() < utf8.UTFMax {
		if b.Flush(); b.err != nil {
			return 0, b.err
		}
		if b.Available() < utf8.UTFMax {
			return b.WriteString(string(r))
		}
	}
	size = utf8.EncodeRune(b.buf[b.n:], r)
	b.n += size
	return size, nil
}

// WriteString writes s.
func (b *Writer) WriteString(s string) (int, error) {
	var sw io.StringWriter
	tried := false
	nn := 0
	for len(s) > len(b.buf)-b.n && b.err == nil {
		var n int
		if b.n == 0 && sw == nil && !tried {
			sw, _ = b.wr.(io.StringWriter)
			tried = true
		}
		if b.n == 0 && sw != nil {
			n, b.err = sw.WriteString(s)
		} else {
			n = copy(b.buf[b.n:], s)
			b.n += n
			b.Flush()
		}
		nn += n
		s = s[n:]
	}
	if b.err != nil {
		return nn, b.err
	}
	n := copy(b.buf[b.n:], s)
	b.n += n
	return nn + n, nil
}

// ReadFrom writes all that r has.
func (b *Writer) ReadFrom(r io.Reader) (n int64, err error) {
	if b.err != nil {
		return 0, b.err
	}
	rf, direct := b.wr.(io.ReaderFrom)
	for {
		if b.Available() == 0 {
			if err := b.Flush(); err != nil {
				return n, err
			}
		}
		if direct && b.Buffered() == 0 {
			m, err := rf.ReadFrom(r)
			b.err = err
			return n + m, err
		}
		m, tries := 0, 0
		for tries < maxConsecutiveEmptyReads {
			m, err = r.Read(b.buf[b.n:])
			if m != 0 || err != nil {
				break
			}
			tries++
		}
		if tries == maxConsecutiveEmptyReads {
			return n, io.ErrNoProgress
		}
		b.n += m
		n += int64(m)
		if err != nil {
			break
		}
	}
	if err == io.EOF {
		// a full buffer is written at once, so that no later write has to
		if b.Available() == 0 {
			err = b.Flush()
		} else {
			err = nil
		}
	}
	return n, err
}

// A ReadWriter is a Reader and a Writer.
type ReadWriter struct {
	*Reader
	*Writer
}

// NewReadWriter joins r and w.
func NewReadWriter(r *Reader, w *Writer) *ReadWriter { return &ReadWriter{r, w} }
