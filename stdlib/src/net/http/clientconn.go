package http

import (
	"context"
	"errors"
	"net"
	"net/url"
	"sync"
)

// A ClientConn is one connection to a server, which its user has alone.
type ClientConn struct {
	pc       *persistConn // nil if it speaks HTTP/2
	h2       *h2tConn
	mu       sync.Mutex
	inFlight int
	reserved int
	hook     func(*ClientConn)
}

// NewClientConn makes a connection that the Transport does not keep; scheme is http or https.
func (t *Transport) NewClientConn(ctx context.Context, scheme, address string) (*ClientConn, error) {
	if scheme != "http" && scheme != "https" {
		return nil, badString("unsupported protocol scheme", scheme)
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		host, port = address, ""
	}
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[scheme]
	}
	address = net.JoinHostPort(host, port)
	req := &Request{URL: &url.URL{Scheme: scheme, Host: address}, ctx: ctx}
	key, proxy, err := t.keyOf(req)
	if err != nil {
		return nil, err
	}
	pc, err := t.dial(ctx, req, key, proxy)
	if err != nil {
		return nil, err
	}
	if pc.h2 != nil {
		c := &ClientConn{h2: pc.h2}
		pc.h2.mu.Lock()
		pc.h2.owner = c
		pc.h2.mu.Unlock()
		return c, nil
	}
	c := &ClientConn{pc: pc}
	pc.owner = c
	return c, nil
}

var (
	errConnUnavailable = errors.New("connection is unavailable")
	errConnClosed      = errors.New("connection closed")
	errOwnerClosed     = errors.New("ClientConn closed")
)

var errConnBusy = errors.New("http: client connection has no available capacity")

// Close closes the connection; requests in flight fail.
func (c *ClientConn) Close() error {
	if c.h2 != nil {
		c.h2.fail(errH2tForceClosed)
		return nil
	}
	c.pc.close(errOwnerClosed)
	return nil
}

// Err says why the connection was closed.
func (c *ClientConn) Err() error {
	if c.h2 != nil {
		return c.h2.ownerErr()
	}
	c.pc.mu.Lock()
	defer c.pc.mu.Unlock()
	return c.pc.err
}

// Available is how many requests can be sent now.
func (c *ClientConn) Available() int {
	if c.h2 != nil {
		return c.h2.available()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pc.isBroken() || c.inFlight+c.reserved > 0 {
		return 0
	}
	return 1
}

// InFlight is how many requests are being answered, reservations included.
func (c *ClientConn) InFlight() int {
	if c.h2 != nil {
		return c.h2.inFlight()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.inFlight + c.reserved
}

// Reserve sets capacity for one request apart.
func (c *ClientConn) Reserve() error {
	if c.h2 != nil {
		return c.reserveH2()
	}
	if err := c.Err(); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.inFlight+c.reserved > 0 {
		return errConnBusy
	}
	c.reserved++
	return nil
}

// Release gives a reservation back.
func (c *ClientConn) Release() {
	c.mu.Lock()
	reserved := c.reserved > 0
	c.reserved = max(c.reserved-1, 0)
	c.mu.Unlock()
	if c.h2 != nil && reserved {
		c.h2.release()
		return
	}
	c.changed()
}

// SetStateHook has f called when Available, InFlight or Err may have changed.
func (c *ClientConn) SetStateHook(f func(*ClientConn)) {
	c.mu.Lock()
	c.hook = f
	c.mu.Unlock()
}

func (c *ClientConn) changed() {
	c.mu.Lock()
	hook := c.hook
	c.mu.Unlock()
	if hook != nil {
		go hook(c)
	}
}

// freed is called when an answer has been read.
func (c *ClientConn) freed() {
	c.mu.Lock()
	c.inFlight--
	c.mu.Unlock()
	c.changed()
}

// RoundTrip sends a request; it uses a reservation if there is one.
func (c *ClientConn) RoundTrip(req *Request) (*Response, error) {
	if err := c.transport().checkRequest(req); err != nil {
		req.closeBody()
		return nil, err
	}
	if c.h2 == nil && c.Err() == errOwnerClosed {
		req.closeBody()
		return nil, errOwnerClosed
	}
	c.mu.Lock()
	reserved := c.reserved > 0
	switch {
	case reserved:
		c.reserved--
	case c.h2 == nil && c.inFlight > 0:
		c.mu.Unlock()
		req.closeBody()
		return nil, errConnBusy
	}
	if c.h2 == nil {
		c.inFlight++
	}
	c.mu.Unlock()
	ctx, cancel := context.WithCancelCause(req.Context())
	over := func() { cancel(context.Canceled) }
	var resp *Response
	var err error
	if c.h2 != nil {
		if !reserved {
			c.h2.mu.Lock()
			c.h2.reserved++
			c.h2.mu.Unlock()
		}
		if resp, err = c.h2.roundTrip(ctx, req, over); err == errH2tUnusable {
			req.closeBody()
		}
	} else if resp, err = c.pc.roundTrip(ctx, req, over); err != nil {
		c.freed()
	}
	if err != nil {
		over()
		return nil, err
	}
	resp.Request = req
	return resp, nil
}

func (c *ClientConn) transport() *Transport {
	if c.h2 != nil {
		return c.h2.t
	}
	return c.pc.t
}

// reserveH2 is Reserve on a connection of HTTP/2.
func (c *ClientConn) reserveH2() error {
	if ok, _ := c.h2.reserve(); !ok {
		return errConnUnavailable
	}
	c.mu.Lock()
	c.reserved++
	c.mu.Unlock()
	return nil
}
