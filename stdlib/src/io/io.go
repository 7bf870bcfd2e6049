// Package io has the interfaces for reading and writing, and functions that need only these.
package io

import "errors"

// The values of whence in Seek.
const (
	SeekStart   = 0
	SeekCurrent = 1
	SeekEnd     = 2
)

// EOF is the error of Read at the end of the input.
var EOF = errors.New("EOF")

// ErrUnexpectedEOF means that the input ended inside a record.
var ErrUnexpectedEOF = errors.New("unexpected EOF")

// ErrShortWrite means that a Write wrote less than its argument and returned no error.
var ErrShortWrite = errors.New("short write")

// ErrShortBuffer means that a read needs a longer buffer.
var ErrShortBuffer = errors.New("short buffer")

// ErrNoProgress means that many reads in a row returned neither data nor an error.
var ErrNoProgress = errors.New("multiple Read calls return no data or error")

var errInvalidWrite = errors.New("invalid write result")
var errWhence = errors.New("Seek: invalid whence")
var errOffset = errors.New("Seek: invalid offset")

// Reader reads up to len(p) bytes.
type Reader interface {
	Read(p []byte) (n int, err error)
}

// Writer writes len(p) bytes or returns an error.
type Writer interface {
	Write(p []byte) (n int, err error)
}

// Closer closes.
type Closer interface {
	Close() error
}

// Seeker moves the offset of the next read or write.
type Seeker interface {
	Seek(offset int64, whence int) (int64, error)
}

// ReadWriter reads and writes.
type ReadWriter interface {
	Reader
	Writer
}

// ReadCloser reads and closes.
type ReadCloser interface {
	Reader
	Closer
}

// WriteCloser writes and closes.
type WriteCloser interface {
	Writer
	Closer
}

// ReadWriteCloser reads, writes and closes.
type ReadWriteCloser interface {
	Reader
	Writer
	Closer
}

// ReadSeeker reads and seeks.
type ReadSeeker interface {
	Reader
	Seeker
}

// ReadSeekCloser reads, seeks and closes.
type ReadSeekCloser interface {
	Reader
	Seeker
	Closer
}

// WriteSeeker writes and seeks.
type WriteSeeker interface {
	Writer
	Seeker
}

// ReadWriteSeeker reads, writes and seeks.
type ReadWriteSeeker interface {
	Reader
	Writer
	Seeker
}

// ReaderFrom has a method that reads r to its end.
type ReaderFrom interface {
	ReadFrom(r Reader) (n int64, err error)
}

// WriterTo has a method that writes all its data to w.
type WriterTo interface {
	WriteTo(w Writer) (n int64, err error)
}

// ReaderAt reads at an offset of the caller's.
type ReaderAt interface {
	ReadAt(p []byte, off int64) (n int, err error)
}

// WriterAt writes at an offset of the caller's.
type WriterAt interface {
	WriteAt(p []byte, off int64) (n int, err error)
}

// ByteReader reads a byte.
type ByteReader interface {
	ReadByte() (byte, error)
}

// ByteScanner reads bytes, and can make the last one unread again.
type ByteScanner interface {
	ByteReader
	UnreadByte() error
}

// ByteWriter writes a byte.
type ByteWriter interface {
	WriteByte(c byte) error
}

// RuneReader reads a UTF-8 character.
type RuneReader interface {
	ReadRune() (r rune, size int, err error)
}

// RuneScanner reads characters, and can make the last one unread again.
type RuneScanner interface {
	RuneReader
	UnreadRune() error
}

// StringWriter writes a string.
type StringWriter interface {
	WriteString(s string) (n int, err error)
}

// WriteString writes s, by w's own WriteString if it has one.
func WriteString(w Writer, s string) (n int, err error) {
	if sw, ok := w.(StringWriter); ok {
		return sw.WriteString(s)
	}
	return w.Write([]byte(s))
}

// ReadAtLeast reads into buf until it has min bytes.
func ReadAtLeast(r Reader, buf []byte, min int) (n int, err error) {
	if len(buf) < min {
		return 0, ErrShortBuffer
	}
	for n < min {
		more, err := r.Read(buf[n:])
		n += more
		switch {
		case err == nil || n >= min:
		case err == EOF && n > 0:
			return n, ErrUnexpectedEOF
		default:
			return n, err
		}
	}
	return n, nil
}

// ReadFull reads exactly len(buf) bytes.
func ReadFull(r Reader, buf []byte) (n int, err error) {
	return ReadAtLeast(r, buf, len(buf))
}

// CopyN copies n bytes, or fewer if an error occurs.
func CopyN(dst Writer, src Reader, n int64) (written int64, err error) {
	limited := LimitedReader{R: src, N: n}
	written, err = Copy(dst, &limited)
	switch {
	case written == n:
		err = nil
	case written < n && err == nil:
		err = EOF
	}
	return written, err
}

// Copy copies until the end of src or an error.
func Copy(dst Writer, src Reader) (written int64, err error) {
	return transfer(dst, src, nil)
}

// CopyBuffer is Copy through the caller's buffer.
func CopyBuffer(dst Writer, src Reader, buf []byte) (written int64, err error) {
	if len(buf) == 0 && buf != nil {
		panic("empty buffer in CopyBuffer")
	}
	return transfer(dst, src, buf)
}

// transfer copies with a method of src or dst if there is one, else through buf. transfer makes a buffer if buf
// is nil.
func transfer(dst Writer, src Reader, buf []byte) (written int64, err error) {
	if from, ok := src.(WriterTo); ok {
		return from.WriteTo(dst)
	}
	if to, ok := dst.(ReaderFrom); ok {
		return to.ReadFrom(src)
	}
	if buf == nil {
		buf = make([]byte, bufferSize(src))
	}
	for {
		n, end := src.Read(buf)
		if n > 0 {
			n, err = writeAll(dst, buf[:n])
			written += int64(n)
		}
		if err == nil && end != EOF {
			err = end
		}
		if err != nil || end != nil {
			return written, err
		}
	}
}

// bufferSize returns the size of a buffer for all data of src, but at most 32 KB.
func bufferSize(src Reader) int64 {
	size := int64(32 << 10)
	if limited, ok := src.(*LimitedReader); ok {
		size = max(1, min(size, limited.N))
	}
	return size
}

// writeAll writes p with one Write. It returns an error unless all of p was written.
func writeAll(w Writer, p []byte) (n int, err error) {
	n, err = w.Write(p)
	switch {
	case 0 <= n && n <= len(p):
		return n, whole(n, len(p), err)
	case err == nil:
		err = errInvalidWrite
	}
	return 0, err
}

// whole returns the error of a Write that took n of size bytes.
func whole(n, size int, err error) error {
	if err == nil && n != size {
		return ErrShortWrite
	}
	return err
}

// ReadAll reads until the end of r.
func ReadAll(r Reader) ([]byte, error) {
	b := make([]byte, 0, 512)
	for {
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if err != nil {
			if err == EOF {
				err = nil
			}
			return b, err
		}
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
	}
}

// Discard is a Writer that ignores its data.
var Discard Writer = discard{}

type discard struct{}

func (discard) Write(p []byte) (int, error)       { return len(p), nil }
func (discard) WriteString(s string) (int, error) { return len(s), nil }

func (discard) ReadFrom(r Reader) (n int64, err error) {
	buf := make([]byte, 8192)
	for {
		m, err := r.Read(buf)
		n += int64(m)
		if err != nil {
			if err == EOF {
				return n, nil
			}
			return n, err
		}
	}
}
