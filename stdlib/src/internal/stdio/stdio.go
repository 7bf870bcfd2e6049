// Package stdio has the standard streams of programs that do not import package os, which would be much code to load.
package stdio

import (
	"errors"
	"io"
)

// Out and In return the current os.Stdout and os.Stdin. Package os sets these functions; without it a program cannot
// have changed the streams.
var (
	Out func() io.Writer
	In  func() io.Reader
)

// Stdout returns the standard output.
func Stdout() io.Writer {
	if Out != nil {
		return Out()
	}
	return stream(1)
}

// Stdin returns the standard input.
func Stdin() io.Reader {
	if In != nil {
		return In()
	}
	return stream(0)
}

// stream is a file descriptor.
type stream int

func (s stream) Write(p []byte) (n int, err error) {
	for n < len(p) {
		m, errno := write(int(s), p[n:])
		if errno != 0 {
			return n, errors.New("write /dev/stdout: " + errnoText(errno))
		}
		n += m
	}
	return n, nil
}

func (s stream) Read(p []byte) (n int, err error) {
	if len(p) == 0 {
		return 0, nil
	}
	n, errno := read(int(s), p)
	if errno != 0 {
		return 0, errors.New("read /dev/stdin: " + errnoText(errno))
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}
