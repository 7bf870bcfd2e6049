// Package io has the interfaces of reading and writing, and what can be built on nothing but them.
package io

import "errors"

// The values of whence in Seek.
const (
	SeekStart   = 0
	SeekCurrent = 1
	SeekEnd     = 2
)

// EOF is what Read returns at the end of the input.
var EOF = errors.New("EOF")

// ErrUnexpectedEOF means that the input ended in the middle of something.
var ErrUnexpectedEOF = errors.New("unexpected EOF")

// ErrShortWrite means that a Write took less than it was given without an error.
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

// ReaderFrom reads r to its end.
type ReaderFrom interface {
	ReadFrom(r Reader) (n int64, err error)
}

// WriterTo writes all it has to w.
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

// ByteScanner reads a byte and can give the last one back.
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

// RuneScanner reads a character and can give the last one back.
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
	for n < min && err == nil {
		var nn int
		nn, err = r.Read(buf[n:])
		n += nn
	}
	if n >= min {
		err = nil
	} else if n > 0 && err == EOF {
		err = ErrUnexpectedEOF
	}
	return n, err
}

// ReadFull reads exactly len(buf) bytes.
func ReadFull(r Reader, buf []byte) (n int, err error) {
	return ReadAtLeast(r, buf, len(buf))
}

// CopyN copies n bytes, or until an error.
func CopyN(dst Writer, src Reader, n int64) (written int64, err error) {
	written, err = Copy(dst, LimitReader(src, n))
	if written == n {
		return n, nil
	}
	if written < n && err == nil {
		err = EOF
	}
	return written, err
}

// Copy copies until the end of src or an error.
func Copy(dst Writer, src Reader) (written int64, err error) {
	return copyBuffer(dst, src, nil)
}

// CopyBuffer is Copy through a buffer of the caller's.
func CopyBuffer(dst Writer, src Reader, buf []byte) (written int64, err error) {
	if buf != nil && len(buf) == 0 {
		panic("empty buffer in CopyBuffer")
	}
	return copyBuffer(dst, src, buf)
}

func copyBuffer(dst Writer, src Reader, buf []byte) (written int64, err error) {
	if wt, ok := src.(WriterTo); ok {
		return wt.WriteTo(dst)
	}
	if rf, ok := dst.(ReaderFrom); ok {
		return rf.ReadFrom(src)
	}
	if buf == nil {
		size := 32 * 1024
		if l, ok := src.(*LimitedReader); ok && int64(size) > l.N {
			size = int(max(l.N, 1))
		}
		buf = make([]byte, size)
	}
	for {
		nr, rerr := src.Read(buf)
		if nr > 0 {
			nw, werr := dst.Write(buf[:nr])
			if nw < 0 || nr < nw {
				nw = 0
				if werr == nil {
					werr = errInvalidWrite
				}
			}
			written += int64(nw)
			if werr != nil {
				return written, werr
			}
			if nr != nw {
				return written, ErrShortWrite
			}
		}
		if rerr == EOF {
			return written, nil
		}
		if rerr != nil {
			return written, rerr
		}
	}
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

// Discard takes every Write and does nothing.
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
