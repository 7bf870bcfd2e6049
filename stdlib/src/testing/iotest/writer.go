package iotest

import (
	"io"
	"log"
)

// TruncateWriter writes the first n bytes to w and ignores the rest.
func TruncateWriter(w io.Writer, n int64) io.Writer { return &truncateWriter{w, n} }

type truncateWriter struct {
	w    io.Writer
	left int64
}

func (t *truncateWriter) Write(p []byte) (int, error) {
	if t.left <= 0 {
		return len(p), nil
	}
	n, err := t.w.Write(p[:min(int64(len(p)), t.left)])
	t.left -= int64(n)
	if err != nil {
		return n, err
	}
	return len(p), nil
}

// NewWriteLogger logs writes to w, in hexadecimal after prefix.
func NewWriteLogger(prefix string, w io.Writer) io.Writer { return &writeLogger{prefix, w} }

type writeLogger struct {
	prefix string
	w      io.Writer
}

func (l *writeLogger) Write(p []byte) (int, error) {
	n, err := l.w.Write(p)
	logBytes(l.prefix, p[:n], err)
	return n, err
}

// NewReadLogger logs reads from r, in hexadecimal after prefix.
func NewReadLogger(prefix string, r io.Reader) io.Reader { return &readLogger{prefix, r} }

type readLogger struct {
	prefix string
	r      io.Reader
}

func (l *readLogger) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	logBytes(l.prefix, p[:n], err)
	return n, err
}

func logBytes(prefix string, p []byte, err error) {
	if err != nil {
		log.Printf("%s %x: %v", prefix, p, err)
	} else {
		log.Printf("%s %x", prefix, p)
	}
}
