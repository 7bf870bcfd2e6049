// Package iotest has readers and writers with permitted but rare behaviour.
package iotest

import (
	"errors"
	"io"
)

// OneByteReader reads from r a byte at a time.
func OneByteReader(r io.Reader) io.Reader { return &oneByteReader{r} }

type oneByteReader struct{ r io.Reader }

func (r *oneByteReader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	return r.r.Read(p[:1])
}

// HalfReader reads half as many bytes from r as the caller asks for, rounded up.
func HalfReader(r io.Reader) io.Reader { return &halfReader{r} }

type halfReader struct{ r io.Reader }

func (r *halfReader) Read(p []byte) (int, error) { return r.r.Read(p[:(len(p)+1)/2]) }

// DataErrReader returns the error of r, which is usually EOF, together with the last bytes instead of after them.
func DataErrReader(r io.Reader) io.Reader { return &dataErrReader{r: r, buf: make([]byte, 1024)} }

type dataErrReader struct {
	r    io.Reader
	buf  []byte
	rest []byte // bytes that were read but not yet returned
}

// Read reads ahead, so that it knows the error after the bytes that it returns.
func (r *dataErrReader) Read(p []byte) (n int, err error) {
	for {
		if len(r.rest) == 0 {
			var got int
			got, err = r.r.Read(r.buf)
			r.rest = r.buf[:got]
		}
		if n > 0 || err != nil {
			return n, err
		}
		n = copy(p, r.rest)
		r.rest = r.rest[n:]
	}
}

// ErrTimeout is the error of TimeoutReader.
var ErrTimeout = errors.New("timeout")

// TimeoutReader returns ErrTimeout from the second read; other reads go to r.
func TimeoutReader(r io.Reader) io.Reader { return &timeoutReader{r: r} }

type timeoutReader struct {
	r     io.Reader
	reads int
}

func (r *timeoutReader) Read(p []byte) (int, error) {
	if r.reads++; r.reads == 2 {
		return 0, ErrTimeout
	}
	return r.r.Read(p)
}

// ErrReader returns err from each read.
func ErrReader(err error) io.Reader { return &errReader{err} }

type errReader struct{ err error }

func (r *errReader) Read(p []byte) (int, error) { return 0, r.err }
