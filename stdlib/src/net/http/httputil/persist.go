package httputil

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"sync"
)

var (
	// ErrPersistEOF says that the connection ends after this exchange.
	//
	// Deprecated: net/http keeps connections itself.
	ErrPersistEOF = &http.ProtocolError{ErrorString: "persistent connection closed"}

	// ErrClosed says that the response cannot be written: the connection was closed or hijacked.
	//
	// Deprecated: net/http keeps connections itself.
	ErrClosed = &http.ProtocolError{ErrorString: "connection closed by user"}

	// ErrPipeline says that the request was not read, or not written, on this connection.
	//
	// Deprecated: net/http keeps connections itself.
	ErrPipeline = &http.ProtocolError{ErrorString: "pipeline error"}

	errClosed = errors.New("i/o operation on closed connection")
)

// persistent is either end of a connection whose requests may be pipelined. An exchange has two halves: the request
// and the response. The halves of a kind run one after another, in the order of the requests.
type persistent struct {
	pipe textproto.Pipeline

	mu                sync.Mutex // guards what follows
	conn              net.Conn
	r                 *bufio.Reader
	readErr, writeErr error
	body              io.ReadCloser          // of the message read last; closed before the next is read
	turns             map[*http.Request]uint // requests without a response
	pending           int
}

func (p *persistent) init(c net.Conn, r *bufio.Reader) {
	if r == nil {
		r = bufio.NewReader(c)
	}
	p.conn, p.r, p.turns = c, r, map[*http.Request]uint{}
}

func (p *persistent) hijack() (net.Conn, *bufio.Reader) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c, r := p.conn, p.r
	p.conn, p.r = nil, nil
	return c, r
}

func (p *persistent) close() error {
	if c, _ := p.hijack(); c != nil {
		return c.Close()
	}
	return nil
}

func (p *persistent) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pending
}

// request runs the first half of an exchange. A half that gives no request leaves out its response's turn.
func (p *persistent) request(half func() (*http.Request, error)) (req *http.Request, err error) {
	id := p.pipe.Next()
	p.pipe.StartRequest(id)
	defer func() {
		p.pipe.EndRequest(id)
		if req == nil {
			p.pipe.StartResponse(id)
			p.pipe.EndResponse(id)
			return
		}
		p.mu.Lock()
		p.turns[req] = id
		p.mu.Unlock()
	}()
	return half()
}

// response runs the second half of req's exchange.
func (p *persistent) response(req *http.Request, half func() error) error {
	p.mu.Lock()
	id, ok := p.turns[req]
	delete(p.turns, req)
	p.mu.Unlock()
	if !ok {
		return ErrPipeline
	}
	p.pipe.StartResponse(id)
	defer p.pipe.EndResponse(id)
	return half()
}

// reader is where the next message comes from: what was left of the message before is read away.
func (p *persistent) reader() (*bufio.Reader, error) {
	p.mu.Lock()
	r, body, err := p.r, p.body, p.readErr
	if err == nil && r == nil {
		err = errClosed
	}
	if err == nil {
		p.body = nil
	}
	p.mu.Unlock()
	if err != nil || body == nil {
		return r, err
	}
	if err := body.Close(); err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.readErr = err
		return nil, err
	}
	return r, nil
}

// wrote notes the outcome of a write; more is what it changes in the number of pending requests.
func (p *persistent) wrote(err error, more int) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.writeErr = err
	} else {
		p.pending += more
	}
	return err
}

// received notes a message that was read; last says that none follows.
func (p *persistent) received(body io.ReadCloser, last bool, more int) error {
	p.body = body
	p.pending += more
	if last {
		p.readErr = ErrPersistEOF
	}
	return p.readErr
}

// ServerConn reads requests from a connection and writes their responses.
//
// Deprecated: use net/http's Server.
type ServerConn struct{ p persistent }

// NewServerConn serves c, whose input is buffered by r unless that is nil.
//
// Deprecated: use net/http's Server.
func NewServerConn(c net.Conn, r *bufio.Reader) *ServerConn {
	sc := new(ServerConn)
	sc.p.init(c, r)
	return sc
}

// Hijack detaches the connection and its buffer, which may hold input; the ServerConn is closed after it.
func (sc *ServerConn) Hijack() (net.Conn, *bufio.Reader) { return sc.p.hijack() }

// Close hijacks the connection and closes it.
func (sc *ServerConn) Close() error { return sc.p.close() }

// Pending is the number of requests that were read and have no response yet.
func (sc *ServerConn) Pending() int { return sc.p.count() }

// Read reads the next request. ErrPersistEOF with a request says that it is the last one.
func (sc *ServerConn) Read() (*http.Request, error) {
	return sc.p.request(sc.read)
}

func (sc *ServerConn) read() (*http.Request, error) {
	p := &sc.p
	p.mu.Lock()
	err := p.writeErr
	p.mu.Unlock()
	if err != nil {
		return nil, err
	}
	r, err := p.reader()
	if err != nil {
		return nil, err
	}
	req, err := http.ReadRequest(r)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err == io.ErrUnexpectedEOF {
		// The client may close in the middle of a request: nothing is lost.
		req, err = nil, ErrPersistEOF
	}
	if err != nil {
		p.readErr = err
		return req, err
	}
	return req, p.received(req.Body, req.Close, 1)
}

// Write writes the response to req. A response with Close set makes it the last one: no request is read after it.
func (sc *ServerConn) Write(req *http.Request, resp *http.Response) error {
	return sc.p.response(req, func() error { return sc.write(resp) })
}

func (sc *ServerConn) write(resp *http.Response) error {
	p := &sc.p
	p.mu.Lock()
	c, err := p.conn, p.writeErr
	if err == nil && c == nil {
		err = ErrClosed
	}
	if err == nil && resp.Close {
		p.readErr = ErrPersistEOF
	}
	p.mu.Unlock()
	if err != nil {
		return err
	}
	return p.wrote(resp.Write(c), -1)
}

// ClientConn writes requests to a connection and reads their responses.
//
// Deprecated: use net/http's Client or Transport.
type ClientConn struct {
	p    persistent
	send func(*http.Request, io.Writer) error
}

// NewClientConn uses c, whose input is buffered by r unless that is nil.
//
// Deprecated: use net/http's Client or Transport.
func NewClientConn(c net.Conn, r *bufio.Reader) *ClientConn {
	cc := &ClientConn{send: (*http.Request).Write}
	cc.p.init(c, r)
	return cc
}

// NewProxyClientConn is NewClientConn for a connection to a proxy.
//
// Deprecated: use net/http's Client or Transport.
func NewProxyClientConn(c net.Conn, r *bufio.Reader) *ClientConn {
	cc := NewClientConn(c, r)
	cc.send = (*http.Request).WriteProxy
	return cc
}

// Hijack detaches the connection and its buffer, which may hold input; the ClientConn is closed after it.
func (cc *ClientConn) Hijack() (c net.Conn, r *bufio.Reader) { return cc.p.hijack() }

// Close hijacks the connection and closes it.
func (cc *ClientConn) Close() error { return cc.p.close() }

// Pending is the number of requests that were written and have no response yet.
func (cc *ClientConn) Pending() int { return cc.p.count() }

// Write writes a request. One with Close set is the last: writes after it fail with ErrPersistEOF.
func (cc *ClientConn) Write(req *http.Request) error {
	_, err := cc.p.request(func() (*http.Request, error) {
		if err := cc.write(req); err != nil {
			return nil, err
		}
		return req, nil
	})
	return err
}

func (cc *ClientConn) write(req *http.Request) error {
	p := &cc.p
	p.mu.Lock()
	c, err := p.conn, p.readErr
	if err == nil {
		err = p.writeErr
	}
	if err == nil && c == nil {
		err = errClosed
	}
	if err == nil && req.Close {
		// Responses to the requests before may still be read.
		p.writeErr = ErrPersistEOF
	}
	p.mu.Unlock()
	if err != nil {
		return err
	}
	return p.wrote(cc.send(req, c), 1)
}

// Read reads the response to req. ErrPersistEOF with a response says that it is the last one.
func (cc *ClientConn) Read(req *http.Request) (resp *http.Response, err error) {
	err = cc.p.response(req, func() (err error) {
		resp, err = cc.read(req)
		return err
	})
	return resp, err
}

func (cc *ClientConn) read(req *http.Request) (*http.Response, error) {
	p := &cc.p
	r, err := p.reader()
	if err != nil {
		return nil, err
	}
	resp, err := http.ReadResponse(r, req)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.readErr = err
		return resp, err
	}
	return resp, p.received(resp.Body, resp.Close, -1)
}

// Do writes a request and reads its response.
func (cc *ClientConn) Do(req *http.Request) (*http.Response, error) {
	if err := cc.Write(req); err != nil {
		return nil, err
	}
	return cc.Read(req)
}
