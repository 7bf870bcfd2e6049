package http

import (
	"compress/gzip"
	"errors"
	"internal/oserror"
	"io"
	http2 "net/http/internal/h2"
	"sync"
)

// An h2tBody is the body of an answer: the connection's goroutine adds what comes, the program reads it. The windows
// of flow control bound how much it holds.
type h2tBody struct {
	s    *h2tStream
	resp *Response // whose trailer is set at the end

	mu      sync.Mutex
	cond    *sync.Cond
	buf     []byte
	read    int   // how much of buf was read
	left    int64 // what is missing of the announced length, -1: none was
	err     error // what comes behind buf
	broken  error // what every Read returns
	closed  bool
	trailer Header
}

func newH2Body(s *h2tStream) *h2tBody {
	b := &h2tBody{s: s, left: -1}
	b.cond = sync.NewCond(&b.mu)
	return b
}

// add appends data; false: nobody reads it.
func (b *h2tBody) add(data []byte) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed || b.err != nil {
		return false
	}
	if b.read > len(b.buf)/2 {
		b.buf, b.read = b.buf[:copy(b.buf, b.buf[b.read:])], 0 // else a slow reader would make it grow for ever
	}
	b.buf = append(b.buf, data...)
	b.cond.Signal()
	return true
}

// fail sets the error behind what has come.
func (b *h2tBody) fail(err error) {
	b.mu.Lock()
	if b.err == nil {
		b.err = err
	}
	b.mu.Unlock()
	b.cond.Broadcast()
}

// end sets the end, with the fields of a trailer.
func (b *h2tBody) end(trailer Header) {
	b.mu.Lock()
	if b.err == nil {
		b.err, b.trailer = io.EOF, trailer
	}
	b.mu.Unlock()
	b.cond.Broadcast()
}

var errH2tTooLong = errors.New("net/http: server replied with more than declared Content-Length; truncated")

func (b *h2tBody) Read(p []byte) (int, error) {
	b.mu.Lock()
	for b.read == len(b.buf) && b.err == nil && !b.closed && b.broken == nil && len(p) > 0 {
		b.cond.Wait()
	}
	if b.broken != nil || b.closed {
		err := b.broken
		if err == nil {
			err = errH2tBodyClosed
		}
		b.mu.Unlock()
		return 0, err
	}
	taken := copy(p, b.buf[b.read:])
	b.read += taken
	if b.read == len(b.buf) && cap(b.buf) > h2tKeptBuffer {
		b.buf, b.read = nil, 0
	}
	var err error
	if taken == 0 {
		if err = b.err; err == io.EOF {
			b.setTrailer()
		}
	}
	n := taken
	if b.left >= 0 {
		switch {
		case int64(n) > b.left:
			n, err = int(b.left), errH2tTooLong
		case err == io.EOF && b.left > 0:
			err = io.ErrUnexpectedEOF
		}
		b.left -= int64(n)
		if err == errH2tTooLong || err == io.ErrUnexpectedEOF {
			b.broken = err
		}
	}
	b.mu.Unlock()
	if err == errH2tTooLong {
		b.s.abort(err, http2.ErrCodeCancel, true)
		return n, err
	}
	b.s.c.refund(b.s, taken)
	return n, err
}

// setTrailer gives the answer its trailer. The caller holds mu.
func (b *h2tBody) setTrailer() {
	if b.resp == nil || b.trailer == nil {
		return
	}
	if b.resp.Trailer == nil {
		b.resp.Trailer = Header{}
	}
	for k, vs := range b.trailer {
		b.resp.Trailer[k] = vs
	}
	b.trailer = nil
}

func (b *h2tBody) Close() error {
	b.mu.Lock()
	unread := len(b.buf) - b.read
	first := !b.closed
	b.closed, b.buf, b.read = true, nil, 0
	b.mu.Unlock()
	b.cond.Broadcast()
	if first {
		b.s.c.refund(nil, unread)
		b.s.abort(errH2tBodyClosed, http2.ErrCodeCancel, true)
	}
	return nil
}

// An h2tZippedBody is a body that the Transport decompresses.
type h2tZippedBody struct {
	src io.ReadCloser
	zip *gzip.Reader
	err error
}

func (b *h2tZippedBody) Read(p []byte) (int, error) {
	if b.zip == nil && b.err == nil {
		b.zip, b.err = gzip.NewReader(b.src)
	}
	if b.err != nil {
		return 0, b.err
	}
	return b.zip.Read(p)
}

func (b *h2tZippedBody) Close() error {
	if err := b.src.Close(); err != nil {
		return err
	}
	b.err = oserror.ErrClosed
	return nil
}

// A missingBody is that of an answer that announces one and has none.
type h2tMissingBody struct{}

func (h2tMissingBody) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
func (h2tMissingBody) Close() error             { return nil }
