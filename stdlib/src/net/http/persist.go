package http

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/textproto"
	"strings"
	"sync"
	"time"
)

// A persistConn is a connection of a Transport. A goroutine reads from it all the time, so that its end is noticed.
type persistConn struct {
	t       *Transport
	key     connKey
	conn    net.Conn
	proxied bool // requests name the whole URL
	extra   Header
	tls     *tls.ConnectionState
	br      *bufio.Reader
	bw      *bufio.Writer
	asks    chan *ask
	closed  chan struct{}
	timer   *time.Timer
	since   time.Time // it is idle
	owner   *ClientConn
	h2      *h2tConn     // it speaks HTTP/2: nothing else here is used
	alt     RoundTripper // what TLSNextProto has made of it
	limit   int64        // what a header may still have

	mu      sync.Mutex
	err     error // why it was closed
	failed  *ask  // what could not be written, if that is why
	pending int
	reused  bool
	wrote   int64
}

// An ask is a request whose answer is waited for.
type ask struct {
	req        *Request
	zipped     bool // the transport asked for gzip
	answer     chan answer
	written    chan error    // the result of writing
	sent       chan struct{} // closed when sendErr is that result
	sendErr    error
	continued  chan struct{}
	over       func()
	ctx        context.Context
	startWrote int64
}

type answer struct {
	resp *Response
	err  error
}

// A brokenError is the error of a connection that broke before an answer came.
type brokenError struct {
	error
	again bool // the server closed it while it was idle
}

func (e brokenError) Unwrap() error { return e.error }

type nothingWritten struct{ error }

func (e nothingWritten) Unwrap() error { return e.error }

// begin starts the goroutine that reads.
func (pc *persistConn) begin() *persistConn {
	size := func(n int) int {
		if n > 0 {
			return n
		}
		return 4 << 10
	}
	pc.br = bufio.NewReaderSize(pc, size(pc.t.ReadBufferSize))
	pc.bw = bufio.NewWriterSize(pcWriter{pc}, size(pc.t.WriteBufferSize))
	pc.asks = make(chan *ask, 1)
	pc.closed = make(chan struct{})
	go pc.readLoop()
	return pc
}

type pcWriter struct{ pc *persistConn }

func (w pcWriter) Write(p []byte) (int, error) {
	w.pc.count(int64(len(p)))
	n, err := w.pc.conn.Write(p)
	w.pc.count(int64(n - len(p)))
	return n, err
}

// ReadFrom lets large bodies go to the connection without a buffer.
func (w pcWriter) ReadFrom(r io.Reader) (int64, error) {
	w.pc.count(1)
	n, err := io.Copy(w.pc.conn, r)
	w.pc.count(n - 1)
	return n, err
}

// count changes how much was written. What is being written counts already, as an answer to it may come at any moment:
// a request of which something was sent is not sent again.
func (pc *persistConn) count(n int64) {
	pc.mu.Lock()
	pc.wrote += n
	pc.mu.Unlock()
}

func (pc *persistConn) Read(p []byte) (int, error) {
	if pc.limit <= 0 {
		return 0, fmt.Errorf("read limit of %d bytes exhausted", pc.headerLimit())
	}
	if int64(len(p)) > pc.limit {
		p = p[:pc.limit]
	}
	n, err := pc.conn.Read(p)
	pc.limit -= int64(n)
	return n, err
}

func (pc *persistConn) headerLimit() int64 {
	if v := pc.t.MaxResponseHeaderBytes; v != 0 {
		return v
	}
	return 10 << 20
}

// close closes the connection; the first reason counts.
func (pc *persistConn) close(err error) { pc.closeFor(err, nil) }

// closeFor closes the connection because a request could not be written.
func (pc *persistConn) closeFor(err error, failed *ask) {
	pc.mu.Lock()
	first := pc.err == nil
	if first {
		pc.err, pc.failed = err, failed
	}
	pc.mu.Unlock()
	if !first {
		return
	}
	pc.t.gone(pc.key)
	if err != errCallerOwnsConn {
		pc.conn.Close()
	}
	close(pc.closed)
	if pc.owner != nil {
		pc.owner.changed()
	}
}

func (pc *persistConn) isBroken() bool {
	pc.mu.Lock()
	defer pc.mu.Unlock()
	return pc.err != nil
}

// retriable tells whether a request may be sent again after an error.
func (pc *persistConn) retriable(req *Request, err error) bool {
	if pc.owner != nil || !pc.wasReused() {
		return false
	}
	if _, ok := err.(nothingWritten); ok {
		return req.outgoingLength() == 0 || req.GetBody != nil
	}
	if !req.isReplayable() {
		return false
	}
	if e, ok := err.(brokenError); ok {
		return e.again
	}
	return false
}

func (pc *persistConn) wasReused() bool {
	pc.mu.Lock()
	defer pc.mu.Unlock()
	return pc.reused
}

// roundTrip sends a request and waits for the answer's header.
func (pc *persistConn) roundTrip(ctx context.Context, req *Request, over func()) (*Response, error) {
	pc.mu.Lock()
	pc.pending++
	startWrote := pc.wrote
	pc.mu.Unlock()
	extra := pc.extra.Clone()
	put := func(k, v string) {
		if extra == nil {
			extra = Header{}
		}
		extra.Set(k, v)
	}
	a := &ask{req: req, over: over, ctx: ctx, answer: make(chan answer, 1), written: make(chan error, 1), sent: make(chan struct{}), startWrote: startWrote}
	if !pc.t.DisableCompression && req.Header.Get("Accept-Encoding") == "" && req.Header.Get("Range") == "" && req.Method != "HEAD" {
		a.zipped = true
		put("Accept-Encoding", "gzip")
	}
	if pc.t.DisableKeepAlives && !req.wantsClose() {
		put("Connection", "close")
	}
	var wait func() bool
	if req.expectsContinue() && req.Body != nil && req.Body != NoBody && pc.t.ExpectContinueTimeout >= 0 {
		a.continued = make(chan struct{}, 1)
		wait = func() bool {
			var timeout <-chan time.Time
			if d := pc.t.ExpectContinueTimeout; d > 0 {
				timer := time.NewTimer(d)
				defer timer.Stop()
				timeout = timer.C
			}
			select {
			case _, ok := <-a.continued:
				return ok
			case <-timeout:
				return true
			case <-pc.closed:
				select {
				case _, ok := <-a.continued:
					return ok
				default:
					return false
				}
			}
		}
		if pc.t.ExpectContinueTimeout == 0 {
			wait = nil
		}
	}
	stop := context.AfterFunc(ctx, func() { pc.close(context.Cause(ctx)) })
	pc.asks <- a
	write := func() {
		err := req.write(pc.bw, pc.proxied, extra, wait)
		if err == nil {
			err = pc.bw.Flush()
		}
		if e, ok := err.(requestBodyReadError); ok {
			err = e.error
			pc.closeFor(err, a)
		} else if err != nil {
			pc.mu.Lock()
			nothing := pc.wrote == a.startWrote
			pc.mu.Unlock()
			if nothing {
				err = nothingWritten{err}
			}
			pc.closeFor(err, a)
		}
		a.sendErr = err
		close(a.sent)
		a.written <- err
	}
	if req.Body == nil || req.Body == NoBody {
		write()
	} else {
		go write()
	}
	resp, err := pc.await(ctx, a)
	if err != nil {
		stop()
		return nil, err
	}
	if b, ok := resp.Body.(*answerBody); ok {
		b.stop = stop
	} else {
		// The connection may serve others already: the end of this context is none of its business any more.
		stop()
		over()
	}
	return resp, nil
}

// await waits for the answer.
func (pc *persistConn) await(ctx context.Context, a *ask) (*Response, error) {
	var timeout <-chan time.Time
	written := a.written
	for {
		select {
		case err := <-written:
			if err != nil {
				return nil, pc.reason(ctx, a, fmt.Errorf("write error: %w", err), err)
			}
			written = nil
			if d := pc.t.ResponseHeaderTimeout; d > 0 {
				timer := time.NewTimer(d)
				defer timer.Stop()
				timeout = timer.C
			}
		case got := <-a.answer:
			if got.err != nil {
				return nil, pc.closeReason(ctx, a, got.err)
			}
			return got.resp, nil
		case <-pc.closed:
			var err error
			select {
			case got := <-a.answer:
				if got.err == nil {
					return got.resp, nil
				}
				err = got.err
			default:
			}
			return nil, pc.closeReason(ctx, a, err)
		case <-timeout:
			pc.close(errHeaderTimeout)
			return nil, errHeaderTimeout
		case <-ctx.Done():
			pc.close(context.Cause(ctx))
			return nil, context.Cause(ctx)
		}
	}
}

// closeReason is the error of a request on a connection that was closed, or whose answer could not be read because of
// err. If the request could not be written, that is the reason: the connection was closed for it.
func (pc *persistConn) closeReason(ctx context.Context, a *ask, err error) error {
	pc.mu.Lock()
	failed, cause := pc.failed == a, pc.err
	pc.mu.Unlock()
	switch {
	case failed:
		return pc.reason(ctx, a, fmt.Errorf("write error: %w", cause), cause)
	case err == nil:
		err = cause
	}
	return pc.reason(ctx, a, err, nil)
}

// reason is the error of a request whose connection failed with err.
func (pc *persistConn) reason(ctx context.Context, a *ask, err, writing error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	var nothing nothingWritten
	if errors.As(writing, &nothing) {
		return nothing
	}
	if err == errHeaderTimeout || err == errCanceled {
		return err
	}
	if err == errServerClosedIdle {
		return brokenError{err, true}
	}
	if e, ok := err.(brokenError); ok {
		return e
	}
	if e, ok := err.(statusError); ok {
		return e.error
	}
	pc.mu.Lock()
	nothingSent := pc.wrote == a.startWrote
	pc.mu.Unlock()
	if nothingSent && writing == nil {
		return nothingWritten{err}
	}
	return fmt.Errorf("net/http: HTTP/1.x transport connection broken: %w", err)
}

// A statusError is given to the caller as it is.
type statusError struct{ error }

// readLoop reads answers until the connection ends.
func (pc *persistConn) readLoop() {
	err := errReadLoopExiting
	defer func() { pc.close(err) }()
	for alive := true; alive; {
		pc.limit = pc.headerLimit()
		_, perr := pc.br.Peek(1)
		pc.mu.Lock()
		pending := pc.pending
		pc.mu.Unlock()
		if pending == 0 {
			if n := pc.br.Buffered(); n > 0 {
				buf, _ := pc.br.Peek(n)
				if !(len(buf) >= 12 && string(buf[:9]) == "HTTP/1.1 " && string(buf[9:12]) == "408") {
					log.Printf("Unsolicited response received on idle HTTP channel starting with %q; err=%v", buf, perr)
				}
			}
			if perr == io.EOF || perr == nil {
				err = errServerClosedIdle
			} else {
				err = fmt.Errorf("readLoopPeekFailLocked: %w", perr)
			}
			pc.t.mu.Lock()
			pc.t.unlist(pc)
			pc.t.mu.Unlock()
			return
		}
		a := <-pc.asks
		var resp *Response
		if perr == nil {
			resp, perr = pc.readResponse(a)
		} else if perr == io.EOF || pc.wasReused() {
			perr = brokenError{perr, pc.wasReused()}
			if e := perr.(brokenError); e.error == io.EOF && e.again {
				perr = brokenError{errServerClosedIdle, true}
			} else if !e.again {
				perr = statusError{e.error}
			}
		}
		if perr != nil {
			if pc.limit <= 0 {
				perr = fmt.Errorf("net/http: server response headers exceeded %d bytes; aborted", pc.headerLimit())
			}
			a.answer <- answer{nil, perr}
			err = perr
			return
		}
		pc.limit = 1<<63 - 1
		alive = pc.deliver(a, resp)
	}
}

// deliver hands the answer over and waits until its body has been read; false: the connection is done.
func (pc *persistConn) deliver(a *ask, resp *Response) bool {
	resp.TLS = pc.tls
	hasBody := a.req.Method != "HEAD" && resp.ContentLength != 0
	reusable := !resp.Close && !a.req.wantsClose() && resp.StatusCode > 199
	done := func(ok bool) bool {
		pc.mu.Lock()
		pc.pending--
		pc.reused = true
		pc.mu.Unlock()
		if !ok {
			return false
		}
		// Idle only when the request has been written.
		select {
		case <-a.sent:
		default:
			timer := time.NewTimer(50 * time.Millisecond)
			defer timer.Stop()
			select {
			case <-a.sent:
			case <-timer.C:
				return false
			}
		}
		if a.sendErr != nil {
			return false
		}
		err := pc.t.tryKeep(pc)
		if trace := traceOf(a.req.Context()); trace != nil && trace.PutIdleConn != nil {
			trace.PutIdleConn(err)
		}
		return err == nil
	}
	if resp.switches() {
		resp.Body = &upgradedBody{br: pc.br, ReadWriteCloser: pc.conn}
		a.answer <- answer{resp, nil}
		pc.close(errCallerOwnsConn)
		return false
	}
	if !hasBody {
		alive := done(reusable)
		a.answer <- answer{resp, nil}
		return alive
	}
	finished := make(chan bool, 1)
	body := &answerBody{src: resp.Body, finished: finished, over: a.over, pc: pc}
	resp.Body = body
	if a.zipped && strings.EqualFold(resp.Header.Get("Content-Encoding"), "gzip") {
		body.zipped = true
		resp.Header.Del("Content-Encoding")
		resp.Header.Del("Content-Length")
		resp.ContentLength = -1
		resp.Uncompressed = true
	}
	a.answer <- answer{resp, nil}
	select {
	case atEnd := <-finished:
		alive := done(reusable && (atEnd || pc.drain(body.src, resp.ContentLength)))
		body.settled()
		return alive
	case <-pc.closed:
		return false
	}
}

// Of a body that was closed before its end so much is read, and for so long, to keep the connection.
const (
	maxDrain     = 256 << 10
	maxDrainTime = 50 * time.Millisecond
)

// drain reads the rest of a body; true: its end was found.
func (pc *persistConn) drain(src io.Reader, length int64) bool {
	if length > maxDrain {
		return false
	}
	timer := time.AfterFunc(maxDrainTime, func() { pc.close(errReadLoopExiting) })
	n, err := io.CopyN(io.Discard, src, maxDrain+1)
	return timer.Stop() && err == io.EOF && n <= maxDrain
}

// readResponse reads the answer, and those that only inform before it.
func (pc *persistConn) readResponse(a *ask) (*Response, error) {
	trace := traceOf(a.req.Context())
	if trace != nil && trace.GotFirstResponseByte != nil {
		trace.GotFirstResponseByte()
	}
	continued := a.continued
	for {
		resp, err := ReadResponse(pc.br, a.req)
		if err != nil {
			return nil, err
		}
		code := resp.StatusCode
		if continued != nil && (code == 100 || code == 101 || code >= 200) {
			if code == 100 && trace != nil && trace.Got100Continue != nil {
				trace.Got100Continue()
			}
			if code != 100 && resp.Close {
				close(continued)
			} else {
				// The server goes on to read, so that it can find the next request: it gets the body, wanted or not.
				continued <- struct{}{}
			}
			continued = nil
		}
		if code < 100 || code > 199 || code == 101 {
			return resp, nil
		}
		if trace != nil && trace.Got1xxResponse != nil {
			if err := trace.Got1xxResponse(code, textproto.MIMEHeader(resp.Header)); err != nil {
				return nil, err
			}
			pc.limit = pc.headerLimit()
		} // Nobody looks at them otherwise: then the limit is that of all headers together.
	}
}
