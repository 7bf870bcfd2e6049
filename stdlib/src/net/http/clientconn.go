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
	pc       *persistConn
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
	c := &ClientConn{pc: pc}
	pc.owner = c
	return c, nil
}

var errConnBusy = errors.New("http: client connection has no available capacity")

// Close closes the connection; requests in flight fail.
func (c *ClientConn) Close() error {
	c.pc.close(errors.New("http: client connection closed"))
	return nil
}

// Err says why the connection was closed.
func (c *ClientConn) Err() error {
	c.pc.mu.Lock()
	defer c.pc.mu.Unlock()
	return c.pc.err
}

// Available is how many requests can be sent now.
func (c *ClientConn) Available() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pc.isBroken() || c.inFlight+c.reserved > 0 {
		return 0
	}
	return 1
}

// InFlight is how many requests are being answered, reservations included.
func (c *ClientConn) InFlight() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.inFlight + c.reserved
}

// Reserve sets capacity for one request apart.
func (c *ClientConn) Reserve() error {
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
	c.reserved = max(c.reserved-1, 0)
	c.mu.Unlock()
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
	t := c.pc.t
	if err := t.checkRequest(req); err != nil {
		req.closeBody()
		return nil, err
	}
	c.mu.Lock()
	if c.reserved > 0 {
		c.reserved--
	} else if c.inFlight > 0 {
		c.mu.Unlock()
		req.closeBody()
		return nil, errConnBusy
	}
	c.inFlight++
	c.mu.Unlock()
	ctx, cancel := context.WithCancelCause(req.Context())
	resp, err := c.pc.roundTrip(ctx, req, func() { cancel(context.Canceled) })
	if err != nil {
		cancel(context.Canceled)
		c.freed()
		return nil, err
	}
	resp.Request = req
	return resp, nil
}
