// Package iotest has readers and writers that behave in ways that are allowed but seldom met.
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

// HalfReader reads from r half as many bytes as it is asked for, rounded up.
func HalfReader(r io.Reader) io.Reader { return &halfReader{r} }

type halfReader struct{ r io.Reader }

func (r *halfReader) Read(p []byte) (int, error) { return r.r.Read(p[:(len(p)+1)/2]) }

// DataErrReader returns the error of r, which is usually EOF, together with the last bytes instead of after them.
func DataErrReader(r io.Reader) io.Reader { return &dataErrReader{r: r, buf: make([]byte, 1024)} }

type dataErrReader struct {
	r    io.Reader
	buf  []byte
	rest []byte // what was read and not yet returned
}

// Read reads ahead: it knows the error that follows the bytes it returns.
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

// TimeoutReader fails with ErrTimeout at the second read; other reads are r's.
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

// ErrReader fails with err at each read.
func ErrReader(err error) io.Reader { return &errReader{err} }

type errReader struct{ err error }

func (r *errReader) Read(p []byte) (int, error) { return 0, r.err }
