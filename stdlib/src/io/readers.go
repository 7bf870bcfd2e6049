package io

// LimitReader reads at most n bytes from r.
func LimitReader(r Reader, n int64) Reader { return &LimitedReader{r, n} }

// A LimitedReader reads from R until N bytes are read.
type LimitedReader struct {
	R Reader
	N int64
}

// Read reads at most N bytes.
func (l *LimitedReader) Read(p []byte) (n int, err error) {
	if l.N <= 0 {
		return 0, EOF
	}
	if int64(len(p)) > l.N {
		p = p[:l.N]
	}
	n, err = l.R.Read(p)
	l.N -= int64(n)
	return n, err
}

// A SectionReader reads a part of a ReaderAt.
type SectionReader struct {
	r     ReaderAt
	base  int64
	off   int64
	limit int64
	n     int64
}

// NewSectionReader reads n bytes of r from off on.
func NewSectionReader(r ReaderAt, off int64, n int64) *SectionReader {
	const most = 1<<63 - 1
	end := int64(most)
	if off <= most-n {
		end = off + n
	}
	return &SectionReader{r, off, off, end, n}
}

// Read reads on.
func (s *SectionReader) Read(p []byte) (n int, err error) {
	if s.off >= s.limit {
		return 0, EOF
	}
	if most := s.limit - s.off; int64(len(p)) > most {
		p = p[:most]
	}
	n, err = s.r.ReadAt(p, s.off)
	s.off += int64(n)
	return n, err
}

// Seek sets the offset within the section.
func (s *SectionReader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case SeekStart:
		offset += s.base
	case SeekCurrent:
		offset += s.off
	case SeekEnd:
		offset += s.limit
	default:
		return 0, errWhence
	}
	if offset < s.base {
		return 0, errOffset
	}
	s.off = offset
	return offset - s.base, nil
}

// ReadAt reads at an offset within the section.
func (s *SectionReader) ReadAt(p []byte, off int64) (n int, err error) {
	left := s.Size() - off
	switch {
	case off < 0 || left <= 0:
		return 0, EOF
	case int64(len(p)) <= left:
		return s.r.ReadAt(p, s.base+off)
	}
	if n, err = s.r.ReadAt(p[:left], s.base+off); err == nil {
		err = EOF
	}
	return n, err
}

// Size returns the section's length.
func (s *SectionReader) Size() int64 { return s.limit - s.base }

// Outer returns the underlying reader, the offset and the length of the section.
func (s *SectionReader) Outer() (r ReaderAt, off int64, n int64) { return s.r, s.base, s.n }

// An OffsetWriter writes to a WriterAt from an offset on.
type OffsetWriter struct {
	w    WriterAt
	base int64
	off  int64
}

// NewOffsetWriter writes to w from off on.
func NewOffsetWriter(w WriterAt, off int64) *OffsetWriter { return &OffsetWriter{w, off, off} }

// Write writes on.
func (o *OffsetWriter) Write(p []byte) (n int, err error) {
	n, err = o.w.WriteAt(p, o.off)
	o.off += int64(n)
	return n, err
}

// WriteAt writes at an offset from the base.
func (o *OffsetWriter) WriteAt(p []byte, off int64) (n int, err error) {
	if off < 0 {
		return 0, errOffset
	}
	return o.w.WriteAt(p, off+o.base)
}

// Seek sets the offset; io.SeekEnd is an error, because the end is unknown.
func (o *OffsetWriter) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case SeekStart:
		offset += o.base
	case SeekCurrent:
		offset += o.off
	default:
		return 0, errWhence
	}
	if offset < o.base {
		return 0, errOffset
	}
	o.off = offset
	return offset - o.base, nil
}

// TeeReader returns a reader that writes everything it reads from r to w.
func TeeReader(r Reader, w Writer) Reader { return &teeReader{r, w} }

type teeReader struct {
	r Reader
	w Writer
}

func (t *teeReader) Read(p []byte) (n int, err error) {
	n, err = t.r.Read(p)
	if n <= 0 {
		return n, err
	}
	if written, failed := t.w.Write(p[:n]); failed != nil {
		return written, failed
	}
	return n, err
}

// NopCloser adds a Close that does nothing to r.
func NopCloser(r Reader) ReadCloser {
	if _, ok := r.(WriterTo); ok {
		return nopCloserWriterTo{r}
	}
	return nopCloser{r}
}

type nopCloser struct{ Reader }

func (nopCloser) Close() error { return nil }

type nopCloserWriterTo struct{ Reader }

func (nopCloserWriterTo) Close() error { return nil }

func (c nopCloserWriterTo) WriteTo(w Writer) (n int64, err error) {
	return c.Reader.(WriterTo).WriteTo(w)
}

type multiReader struct{ readers []Reader }

// MultiReader returns a reader that reads the readers one after the other.
func MultiReader(readers ...Reader) Reader {
	return &multiReader{append([]Reader(nil), readers...)}
}

func (m *multiReader) Read(p []byte) (n int, err error) {
	for len(m.readers) > 0 {
		if len(m.readers) == 1 {
			if inner, ok := m.readers[0].(*multiReader); ok {
				// Another MultiReader may share the inner one's slice.
				m.readers = append([]Reader(nil), inner.readers...)
				continue
			}
		}
		n, err = m.readers[0].Read(p)
		if err == EOF {
			m.next()
		}
		if n > 0 || err != EOF {
			if err == EOF && len(m.readers) > 0 {
				err = nil
			}
			return n, err
		}
	}
	return 0, EOF
}

// next drops the first reader, so that the collector can free it.
func (m *multiReader) next() {
	m.readers[0] = nil
	m.readers = m.readers[1:]
}

func (m *multiReader) WriteTo(w Writer) (sum int64, err error) {
	buf := make([]byte, 32*1024)
	for len(m.readers) > 0 {
		n, err := transfer(w, m.readers[0], buf)
		sum += n
		if err != nil {
			return sum, err
		}
		m.next()
	}
	return sum, nil
}

type multiWriter struct{ writers []Writer }

// MultiWriter writes to all writers.
func MultiWriter(writers ...Writer) Writer {
	var flat []Writer
	for _, w := range writers {
		switch w := w.(type) {
		case *multiWriter:
			flat = append(flat, w.writers...)
		default:
			flat = append(flat, w)
		}
	}
	return &multiWriter{flat}
}

func (m *multiWriter) Write(p []byte) (n int, err error) {
	for _, w := range m.writers {
		n, err = w.Write(p)
		if err = whole(n, len(p), err); err != nil {
			return n, err
		}
	}
	return len(p), nil
}

func (m *multiWriter) WriteString(s string) (n int, err error) {
	var bytes []byte // the bytes of s, once a writer needs them
	for _, w := range m.writers {
		direct, ok := w.(StringWriter)
		switch {
		case ok:
			n, err = direct.WriteString(s)
		case bytes == nil:
			bytes = []byte(s)
			fallthrough
		default:
			n, err = w.Write(bytes)
		}
		if err = whole(n, len(s), err); err != nil {
			return n, err
		}
	}
	return len(s), nil
}
