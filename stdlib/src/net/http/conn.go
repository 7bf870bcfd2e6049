package http

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// A conn is a connection to a client.
type conn struct {
	server *Server
	rwc    net.Conn
	remote string
	ctx    context.Context
	cancel context.CancelFunc
	tls    *tls.ConnectionState
	in     *connReader
	br     *bufio.Reader
	bw     *bufio.Writer
	buf    []byte // of responses, one after the other
	werr   error
	posted bool          // the last request was a POST
	packed atomic.Uint64 // when the state began, and the state

	mu       sync.Mutex
	hijacked bool
}

func (c *conn) isHijacked() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.hijacked
}

func (c *conn) state() (ConnState, int64) {
	v := c.packed.Load()
	return ConnState(v & 0xff), int64(v >> 8)
}

func (c *conn) setState(state ConnState) {
	s := c.server
	switch state {
	case StateNew:
		s.mu.Lock()
		if s.conns == nil {
			s.conns = map[*conn]struct{}{}
		}
		s.conns[c] = struct{}{}
		s.mu.Unlock()
	case StateHijacked, StateClosed:
		s.mu.Lock()
		delete(s.conns, c)
		s.mu.Unlock()
	}
	c.note(state)
	if hook := s.ConnState; hook != nil {
		hook(c.rwc, state)
	}
}

// note notes a state of which the hook need not be told.
func (c *conn) note(state ConnState) { c.packed.Store(uint64(time.Now().Unix())<<8 | uint64(state)) }

// Write writes to the client and notes errors.
func (c *conn) Write(p []byte) (int, error) {
	n, err := c.rwc.Write(p)
	if err != nil && c.werr == nil {
		c.werr = err
		c.cancel()
	}
	return n, err
}

func (c *conn) close() {
	c.bw.Flush()
	c.rwc.Close()
}

// closeSlowly lets the client read the answer before the connection is reset because of what it still sends.
func (c *conn) closeSlowly() {
	c.bw.Flush()
	if w, ok := c.rwc.(interface{ CloseWrite() error }); ok {
		w.CloseWrite()
	}
	time.Sleep(500 * time.Millisecond)
}

// errTooLarge is the error of a header that is too long; a badRequest has a text for the client.
var errTooLarge = errors.New("http: request too large")

type badRequest struct {
	code int
	text string
}

func (e badRequest) Error() string { return StatusText(e.code) + ": " + e.text }

// serve answers the requests of the connection.
func (c *conn) serve(ctx context.Context) {
	if a := c.rwc.RemoteAddr(); a != nil {
		c.remote = a.String()
	}
	ctx = context.WithValue(ctx, LocalAddrContextKey, c.rwc.LocalAddr())
	c.ctx, c.cancel = context.WithCancel(ctx)
	c.in = newConnReader(c)
	c.br = bufio.NewReader(c.in)
	c.bw = bufio.NewWriterSize(c, 4<<10)
	var current *response
	defer func() {
		if err := recover(); err != nil && err != ErrAbortHandler {
			buf := make([]byte, 64<<10)
			buf = buf[:runtime.Stack(buf, false)]
			c.server.logf("http: panic serving %v: %v\n%s", c.remote, err, buf)
		}
		if current != nil {
			current.cancel()
			current.disableContinue()
		}
		if !c.isHijacked() {
			if current != nil {
				c.in.abort()
				current.body.Close()
			}
			c.close()
			c.setState(StateClosed)
		}
		c.cancel()
	}()
	if !c.handshake() || c.serveOther() {
		return
	}
	for {
		w, err := c.readRequest()
		if c.in.remain != c.server.headerLimit() {
			c.setState(StateActive)
		}
		if err != nil {
			c.refuse(err)
			return
		}
		current = w
		if !w.prepareContinue() {
			return
		}
		c.server.handler(w.req).ServeHTTP(w, w.req)
		w.cancel()
		if c.isHijacked() {
			return
		}
		w.finish()
		c.rwc.SetWriteDeadline(time.Time{})
		if !w.reusable() {
			if w.limitHit || w.closedEarly() {
				c.closeSlowly()
			}
			return
		}
		current = nil
		c.setState(StateIdle)
		if !c.server.keepsAlive() {
			return
		}
		if d := c.server.idleTimeout(); d > 0 {
			c.rwc.SetReadDeadline(time.Now().Add(d))
		}
		if _, err := c.br.Peek(4); err != nil {
			return
		}
		c.rwc.SetReadDeadline(time.Time{})
	}
}

// handshake begins TLS, if that is what the connection speaks.
func (c *conn) handshake() bool {
	t, ok := c.rwc.(*tls.Conn)
	if !ok {
		return true
	}
	if d := c.server.headerTimeout(); d > 0 {
		t.SetDeadline(time.Now().Add(d))
	}
	if err := t.HandshakeContext(c.ctx); err != nil {
		var record tls.RecordHeaderError
		if errors.As(err, &record) && record.Conn != nil && speaksHTTP(record.RecordHeader) {
			io.WriteString(record.Conn, "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n")
			record.Conn.Close()
			return false
		}
		c.server.logf("http: TLS handshake error from %s: %v", c.remote, err)
		return false
	}
	t.SetDeadline(time.Time{})
	state := t.ConnectionState()
	c.tls = &state
	return true
}

// speaksHTTP reports whether a request of HTTP begins so.
func speaksHTTP(head [5]byte) bool {
	switch string(head[:]) {
	case "GET /", "HEAD ", "POST ", "PUT /", "OPTIO":
		return true
	}
	return false
}

const errorHeaders = "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"

// refuse answers what is no request.
func (c *conn) refuse(err error) {
	var enc *unsupportedEncoding
	var bad badRequest
	var ne net.Error
	switch {
	case err == errTooLarge:
		const text = "431 Request Header Fields Too Large"
		fmt.Fprintf(c.rwc, "HTTP/1.1 %s%s%s", text, errorHeaders, text)
		c.closeSlowly()
	case errors.As(err, &enc):
		fmt.Fprintf(c.rwc, "HTTP/1.1 501 %s%sUnsupported transfer encoding", StatusText(501), errorHeaders)
	case err == io.EOF || errors.As(err, &ne) && ne.Timeout() || isReadError(err):
	case errors.As(err, &bad):
		fmt.Fprintf(c.rwc, "HTTP/1.1 %d %s: %s%s%d %s: %s", bad.code, StatusText(bad.code), bad.text, errorHeaders,
			bad.code, StatusText(bad.code), bad.text)
	default:
		const text = "400 Bad Request"
		fmt.Fprintf(c.rwc, "HTTP/1.1 %s%s%s", text, errorHeaders, text)
	}
}

func isReadError(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "read"
}

// readRequest reads the next request.
func (c *conn) readRequest() (*response, error) {
	s := c.server
	if c.isHijacked() {
		return nil, ErrHijacked
	}
	var headerDeadline, wholeDeadline time.Time
	if d := s.headerTimeout(); d > 0 {
		headerDeadline = time.Now().Add(d)
		c.rwc.SetReadDeadline(headerDeadline)
	}
	if d := s.ReadTimeout; d > 0 {
		wholeDeadline = time.Now().Add(d)
	}
	if d := s.WriteTimeout; d > 0 {
		defer func() { c.rwc.SetWriteDeadline(time.Now().Add(d)) }()
	}
	c.in.remain = s.headerLimit()
	if c.posted {
		// Old clients send a line break behind the body of a POST (RFC 9112, 2.2).
		begin, _ := c.br.Peek(4)
		c.br.Discard(len(begin) - len(bytes.TrimLeft(begin, "\r\n")))
	}
	req, err := readRequest(c.br)
	if err != nil {
		if c.in.hitLimit {
			return nil, errTooLarge
		}
		return nil, err
	}
	c.posted = req.Method == "POST"
	c.in.remain = 1<<63 - 1
	if req.ProtoMajor != 1 && !req.isPreface() {
		return nil, badRequest{505, "unsupported protocol version"}
	}
	hosts, have := req.Header["Host"]
	isConnect := req.Method == "CONNECT"
	if req.ProtoAtLeast(1, 1) && (!have || len(hosts) == 0) && !isConnect && !req.isPreface() {
		return nil, badRequest{400, "missing required Host header"}
	}
	if len(hosts) == 1 && !validHost(hosts[0]) {
		return nil, badRequest{400, "malformed Host header"}
	}
	connection, values, most := "", 0, s.MaxHeaderValueCount
	if most <= 0 {
		most = DefaultMaxHeaderValueCount
	}
	for k, vs := range req.Header {
		if values += len(vs); values > most {
			return nil, errTooLarge
		}
		if k == "Connection" && len(vs) > 0 {
			connection = vs[0]
		}
		if !validName(k) {
			return nil, badRequest{400, "invalid header name"}
		}
		for _, v := range vs {
			if !validValue(v) {
				return nil, badRequest{400, "invalid header value"}
			}
		}
	}
	delete(req.Header, "Host")
	ctx, cancel := context.WithCancel(c.ctx)
	lazy := &requestContext{Context: ctx, in: c.in}
	req.ctx = lazy
	req.RemoteAddr = c.remote
	req.TLS = c.tls
	if b, ok := req.Body.(*body); ok {
		b.server = true
		b.fields = most
	}
	if !headerDeadline.Equal(wholeDeadline) {
		c.rwc.SetReadDeadline(wholeDeadline)
	}
	w := &response{conn: c, req: req, body: req.Body, cancel: cancel, length: -1, header: make(Header)}
	if cap(c.buf) == 0 {
		c.buf = make([]byte, 0, 2048)
	}
	w.buf = c.buf[:0]
	w.wants10 = req.ProtoMajor == 1 && req.ProtoMinor == 0 && hasToken(connection, "keep-alive")
	w.wantsClose = req.Close || hasToken(connection, "close")
	if b, ok := w.body.(*body); ok {
		b.whenEnded(lazy.bodyEnded)
	} else {
		lazy.bodyEnded()
	}
	return w, nil
}
