package http

import (
	"context"
	"errors"
	"log"
	http2 "net/http/internal/h2"
	"time"
)

// An h2tStream is a request and its answer. Fields behind id, but for those that are set once, are guarded by the
// connection's mu.
type h2tStream struct {
	c      *h2tConn
	req    *Request
	ctx    context.Context
	trace  *clientTrace
	zipped bool   // the Transport asked for gzip
	done   func() // called once when the stream has ended
	stop   func() bool
	body   *h2tBody
	id     uint32 // 0: not opened
	batch  uint64 // that of the last frame that was appended

	send        http2.SendWindow
	recv        http2.RecvWindow
	sentEnd     bool
	ended       bool  // the server's half
	err         error // why it ended early
	headed      bool  // the answer has begun
	bodyEnded   bool  // the request's body is wanted no more
	blocked     bool  // the request's body waits for a window
	stopped     bool  // the client's half was given up: the server is told when its half has ended
	interrupted bool  // by the context
	answer      chan *Response
	gone        chan struct{} // closed when the stream has ended
	sent        chan struct{} // closed when the request is sent
	continued   chan struct{} // has a value when the server wants the body
	early       []http2.Field // of answers that only inform
	earlySize   uint64
}

// roundTrip sends a request and waits for the answer's header. A stream was reserved for it. done is called when the
// stream has ended, unless an error is returned.
func (c *h2tConn) roundTrip(ctx context.Context, req *Request, done func()) (*Response, error) {
	s := &h2tStream{
		c: c, req: req, ctx: ctx, trace: traceOf(req.Context()), done: done, answer: make(chan *Response, 1),
		gone: make(chan struct{}), sent: make(chan struct{}), continued: make(chan struct{}, 1),
	}
	s.body = newH2Body(s)
	s.zipped = !c.t.DisableCompression && req.Header.Get("Accept-Encoding") == "" && req.Header.Get("Range") == "" && req.Method != "HEAD"
	if req.wantsClose() {
		c.leave()
	}
	s.stop = context.AfterFunc(ctx, s.canceled)
	if err := s.open(); err != nil {
		s.stop()
		return nil, err
	}
	resp, err := s.await()
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// await waits for the answer.
func (s *h2tStream) await() (*Response, error) {
	var timeout <-chan time.Time
	sent := s.sent
	if s.c.t.ResponseHeaderTimeout <= 0 {
		sent = nil
	}
	for {
		select {
		case resp := <-s.answer:
			return s.settled(resp)
		case <-sent:
			sent = nil
			timer := time.NewTimer(s.c.t.ResponseHeaderTimeout)
			defer timer.Stop()
			timeout = timer.C
		case <-timeout:
			s.abort(errH2tHeaderWait, http2.ErrCodeCancel, true)
		case <-s.gone:
			select {
			case resp := <-s.answer:
				return resp, nil
			default:
			}
			s.c.mu.Lock()
			defer s.c.mu.Unlock()
			return nil, s.err
		}
	}
}

// settled returns the answer; without bodies on either side not before the stream has ended.
func (s *h2tStream) settled(resp *Response) (*Response, error) {
	if resp.Body == NoBody && s.req.outgoingLength() == 0 {
		<-s.gone
		s.c.mu.Lock()
		defer s.c.mu.Unlock()
		if s.interrupted {
			return nil, s.err
		}
	}
	return resp, nil
}

// canceled is called when the context has ended.
func (s *h2tStream) canceled() {
	s.c.mu.Lock()
	s.interrupted = true
	s.c.mu.Unlock()
	s.abort(s.ctxErr(), http2.ErrCodeCancel, true)
	s.c.cond.Broadcast()
}

// ctxErr is the error of a request whose context has ended.
func (s *h2tStream) ctxErr() error {
	if context.Cause(s.ctx) == errCanceled {
		return errCanceled
	}
	return s.ctx.Err()
}

// abort ends the stream; tell has the server told by a RST_STREAM frame with the code.
func (s *h2tStream) abort(err error, code http2.ErrCode, tell bool) {
	c := s.c
	c.out.mu.Lock()
	c.mu.Lock()
	if s.err == nil {
		s.err = err
	}
	if s.id == 0 || c.streams[s.id] != s {
		c.mu.Unlock()
		c.out.mu.Unlock()
		s.body.fail(err)
		return
	}
	delete(c.streams, s.id)
	ping := false
	if code == http2.ErrCodeCancel && tell && s.id >= c.heard && !c.pingQuiet && !c.closesIdle() {
		ping = c.resets == 0
		c.resets++
	}
	c.mu.Unlock()
	if tell {
		if ping {
			c.out.w.Ping(false, [8]byte{})
		}
		c.out.w.RSTStream(s.id, code)
		c.out.flush()
	}
	c.out.written.Broadcast()
	c.out.mu.Unlock()
	s.over(err)
	c.cond.Broadcast()
	c.settle()
}

// closesIdle tells whether the connection is closed when its last stream ends. The caller holds mu.
func (c *h2tConn) closesIdle() bool {
	return c.leaving || c.goAway != nil || c.t.DisableKeepAlives
}

// over is called once when the stream is no more among those of the connection; err is nil if both halves have ended.
func (s *h2tStream) over(err error) {
	c := s.c
	c.mu.Lock()
	if s.err == nil {
		s.err = err
	}
	headed := s.headed
	c.mu.Unlock()
	s.stop()
	close(s.gone)
	if err != nil {
		s.body.fail(err)
		if s.req.Body != nil {
			go s.req.Body.Close() // it may take its time
		}
	}
	if headed {
		s.done()
	}
}

// endHalf ends the half of the client, or else the server's; the stream is over when both have ended.
func (s *h2tStream) endHalf(client bool) {
	c := s.c
	c.mu.Lock()
	if client {
		s.sentEnd = true
	} else {
		s.ended = true
	}
	over := s.sentEnd && s.ended && c.streams[s.id] == s
	stopped := s.stopped
	if over {
		delete(c.streams, s.id)
	}
	c.mu.Unlock()
	if over {
		if stopped {
			c.out.mu.Lock()
			c.out.w.RSTStream(s.id, http2.ErrCodeNo)
			c.out.flush()
			c.out.mu.Unlock()
		}
		s.over(nil)
		c.cond.Broadcast()
		c.settle()
	}
}

// gotEnd is called at the end of the answer.
func (s *h2tStream) gotEnd(trailer Header) {
	s.endHalf(false) // first: a program that has found the end closes the body, which resets a stream that goes on
	s.body.end(trailer)
}

// mayGetData returns the error of a DATA frame that may not come now.
func (s *h2tStream) mayGetData(f *http2.Frame) error {
	s.c.mu.Lock()
	headed, ended := s.headed, s.ended
	s.c.mu.Unlock()
	failed := http2.StreamError{StreamID: f.StreamID, Code: http2.ErrCodeProtocol}
	switch {
	case ended:
		log.Printf("protocol error: received DATA after END_STREAM")
		return failed
	case !headed:
		log.Printf("protocol error: received DATA before a HEADERS frame")
		return failed
	case s.req.Method == "HEAD" && len(f.Data) > 0:
		log.Printf("protocol error: received DATA on a HEAD request")
		return failed
	}
	return nil
}

// isRefused tells whether the rest of the request's body is wanted no more.
func (s *h2tStream) isRefused() bool {
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	return s.bodyEnded || s.err != nil
}

var errH2tEndOfEarly = errors.New("1xx informational response with END_STREAM flag")
