package bufio

import (
	"io"
	"unicode/utf8"
)

// A Writer writes through a buffer; after an error it writes nothing more.
type Writer struct {
	wr   io.Writer
	buf  []byte
	used int // bytes of buf that are not yet written to the underlying writer
	err  error
}

// NewWriterSize makes a writer whose buffer has at least size bytes.
func NewWriterSize(w io.Writer, size int) *Writer {
	if already, ok := w.(*Writer); ok && already.Size() >= size {
		return already
	}
	if size <= 0 {
		size = defaultBufSize
	}
	return &Writer{wr: w, buf: make([]byte, size)}
}

// NewWriter makes a writer with a buffer of the usual size.
func NewWriter(w io.Writer) *Writer { return NewWriterSize(w, defaultBufSize) }

// Size returns the size of the buffer.
func (b *Writer) Size() int { return len(b.buf) }

// Reset drops the buffer and all state, and writes to w.
func (b *Writer) Reset(w io.Writer) {
	if b == w {
		return
	}
	buf := b.buf
	if buf == nil {
		buf = make([]byte, defaultBufSize)
	}
	*b = Writer{wr: w, buf: buf}
}

// Flush writes what is in the buffer.
func (b *Writer) Flush() error {
	if b.err != nil || b.used == 0 {
		return b.err
	}
	waiting := b.buf[:b.used]
	n, err := b.wr.Write(waiting)
	if n < len(waiting) && err == nil {
		err = io.ErrShortWrite
	}
	b.err = err
	b.used = copy(b.buf, waiting[min(max(n, 0), len(waiting)):])
	return err
}

// Available returns the room in the buffer.
func (b *Writer) Available() int { return len(b.buf) - b.used }

// AvailableBuffer returns the room in the buffer as an empty slice to append to and Write.
func (b *Writer) AvailableBuffer() []byte { return b.buf[b.used:b.used] }

// Buffered returns the number of bytes in the buffer.
func (b *Writer) Buffered() int { return b.used }

// Write writes p.
func (b *Writer) Write(p []byte) (nn int, err error) {
	for b.err == nil {
		rest, room := p[nn:], b.buf[b.used:]
		var n int
		if len(rest) <= len(room) {
			b.used += copy(room, rest)
			return len(p), nil
		}
		if b.used == 0 { // p goes directly to the underlying writer if it is longer than the buffer
			n, b.err = b.wr.Write(rest)
		} else {
			n = copy(room, rest)
			b.used += n
			b.Flush()
		}
		nn += n
	}
	return nn, b.err
}

// WriteByte writes a byte.
func (b *Writer) WriteByte(c byte) error {
	if b.used == len(b.buf) {
		b.Flush()
	}
	if b.err == nil {
		b.buf[b.used] = c
		b.used++
	}
	return b.err
}

// WriteRune writes a character in UTF-8.
func (b *Writer) WriteRune(r rune) (size int, err error) {
	if uint32(r) < utf8.RuneSelf {
		if err = b.WriteByte(byte(r)); err == nil {
			size = 1
		}
		return size, err
	}
	if b.Available() < utf8.UTFMax {
		b.Flush()
	}
	if b.err != nil {
		return 0, b.err
	}
	if len(b.buf) < utf8.UTFMax {
		return b.WriteString(string(r))
	}
	size = utf8.EncodeRune(b.buf[b.used:], r)
	b.used += size
	return size, nil
}

// WriteString writes s.
func (b *Writer) WriteString(s string) (nn int, err error) {
	for b.err == nil {
		rest, room := s[nn:], b.buf[b.used:]
		var n int
		if len(rest) <= len(room) {
			b.used += copy(room, rest)
			return len(s), nil
		}
		if direct, ok := b.wr.(io.StringWriter); ok && b.used == 0 {
			n, b.err = direct.WriteString(rest)
		} else {
			n = copy(room, rest)
			b.used += n
			b.Flush()
		}
		nn += n
	}
	return nn, b.err
}

// ReadFrom writes all data of r.
func (b *Writer) ReadFrom(r io.Reader) (n int64, err error) {
	direct, _ := b.wr.(io.ReaderFrom)
	for {
		if b.Available() == 0 {
			b.Flush()
		}
		if b.err != nil {
			return n, b.err
		}
		if direct != nil && b.used == 0 {
			var m int64
			m, b.err = direct.ReadFrom(r)
			return n + m, b.err
		}
		m, err := b.readSome(r)
		n += int64(m)
		switch {
		case err == io.EOF && b.Available() == 0:
			return n, b.Flush() // the buffer is full, and no later write has to flush it
		case err == io.EOF:
			return n, nil
		case err != nil:
			return n, err
		}
	}
}

// readSome reads from r into the free part of the buffer, until there is data or an error.
func (b *Writer) readSome(r io.Reader) (n int, err error) {
	room := b.buf[b.used:]
	for range maxConsecutiveEmptyReads {
		if n, err = r.Read(room); n != 0 || err != nil {
			b.used += n
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// A ReadWriter is a Reader and a Writer.
type ReadWriter struct {
	*Reader
	*Writer
}

// NewReadWriter joins r and w.
func NewReadWriter(r *Reader, w *Writer) *ReadWriter { return &ReadWriter{r, w} }
