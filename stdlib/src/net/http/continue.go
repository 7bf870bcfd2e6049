package http

import (
	"io"
	"sync/atomic"
)

// prepareContinue looks at the Expect field; false: the connection is to be closed.
func (w *response) prepareContinue() bool {
	r := w.req
	if r.expectsContinue() {
		if r.ProtoAtLeast(1, 1) && r.ContentLength != 0 {
			w.expect = &continueReader{w: w, body: r.Body}
			r.Body = w.expect
			w.mayWait.Store(true)
		}
	} else if r.Header.get("Expect") != "" {
		w.Header().Set("Connection", "close")
		w.WriteHeader(StatusExpectationFailed)
		w.finish()
		return false
	}
	return true
}

// disableContinue: it is too late to ask for the body.
func (w *response) disableContinue() {
	if w.mayWait.Load() {
		w.continueMu.Lock()
		w.late = true
		w.continueMu.Unlock()
	}
}

// A continueReader asks the client for the body when that is first read.
type continueReader struct {
	w      *response
	body   io.ReadCloser
	closed atomic.Bool
	ended  atomic.Bool
}

func (r *continueReader) Read(p []byte) (int, error) {
	if r.closed.Load() {
		return 0, ErrBodyReadAfterClose
	}
	w := r.w
	if w.mayWait.Load() {
		w.continueMu.Lock()
		if w.mayWait.Load() && !w.late {
			w.conn.bw.WriteString("HTTP/1.1 100 Continue\r\n\r\n")
			w.conn.bw.Flush()
			w.mayWait.Store(false)
		}
		w.continueMu.Unlock()
	}
	n, err := r.body.Read(p)
	if err == io.EOF {
		r.ended.Store(true)
	}
	return n, err
}

func (r *continueReader) Close() error {
	r.closed.Store(true)
	return nil
}
