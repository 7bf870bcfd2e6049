package http

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"sync"
)

// An upgradedBody is the connection after 101.
type upgradedBody struct {
	br *bufio.Reader
	io.ReadWriteCloser
}

func (b *upgradedBody) Read(p []byte) (int, error) {
	if b.br != nil && b.br.Buffered() > 0 {
		return b.br.Read(p[:min(len(p), b.br.Buffered())])
	}
	return b.ReadWriteCloser.Read(p)
}

// An answerBody is the body of an answer; its end gives the connection back.
type answerBody struct {
	src      io.ReadCloser
	zipped   bool
	zip      *gzip.Reader
	zipErr   error
	pc       *persistConn
	over     func()
	stop     func() bool
	finished chan bool
	done     chan struct{}

	mu     sync.Mutex
	closed bool
	ended  error
}

var errBodyClosed = errors.New("http: read on closed response body")

func (b *answerBody) Read(p []byte) (int, error) {
	b.mu.Lock()
	closed, ended := b.closed, b.ended
	b.mu.Unlock()
	if closed {
		return 0, errBodyClosed
	}
	if ended != nil {
		return 0, ended
	}
	n, err := b.read(p)
	if err != nil {
		if err != io.EOF {
			b.pc.mu.Lock()
			cause := b.pc.err
			b.pc.mu.Unlock()
			if cause != nil && (errors.Is(cause, context.Canceled) || errors.Is(cause, context.DeadlineExceeded) || cause == errCanceled) {
				err = cause
			}
		}
		b.finish(err == io.EOF, err)
	}
	return n, err
}

func (b *answerBody) read(p []byte) (int, error) {
	if !b.zipped {
		return b.src.Read(p)
	}
	if b.zip == nil && b.zipErr == nil {
		b.zip, b.zipErr = gzip.NewReader(b.src)
	}
	if b.zipErr != nil {
		return 0, b.zipErr
	}
	n, err := b.zip.Read(p)
	if err == io.EOF {
		// What is behind the compressed data, such as the last chunk.
		io.Copy(io.Discard, b.src)
	}
	return n, err
}

func (b *answerBody) finish(atEnd bool, err error) {
	b.mu.Lock()
	first := b.ended == nil
	if first {
		b.ended = err
	}
	b.mu.Unlock()
	if !first {
		return
	}
	if b.stop != nil {
		b.stop()
	}
	b.done = make(chan struct{})
	b.finished <- atEnd
	if atEnd {
		// The connection is idle before the caller goes on.
		select {
		case <-b.done:
		case <-b.pc.closed:
		}
	}
	b.over()
}

func (b *answerBody) settled() {
	if b.done != nil {
		close(b.done)
	}
}

func (b *answerBody) Close() error {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return nil
	}
	b.closed = true
	ended := b.ended != nil
	b.mu.Unlock()
	if !ended {
		b.finish(false, errBodyClosed)
	}
	return nil
}
