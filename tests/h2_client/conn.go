// Package h2client holds exchanges of HTTP/2 frames in which a script plays the server, and replays them against the
// net/http of the Go that runs it.
package h2client

import (
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// A conn is a connection in memory, as the client's net/http sees it. The test plays the server: it sends bytes, ends
// its half, and takes what was written.
type conn struct {
	mu       sync.Mutex
	changed  *sync.Cond
	in       []byte // sent and not yet read
	out      []byte // written and not yet taken
	ended    bool   // the server closed its half
	closed   bool   // the client closed the connection
	broken   bool   // writes fail
	deadline time.Time
}

func newConn() *conn {
	c := &conn{}
	c.changed = sync.NewCond(&c.mu)
	return c
}

func (c *conn) change(f func()) {
	c.mu.Lock()
	f()
	c.mu.Unlock()
	c.changed.Broadcast()
}

func (c *conn) send(b []byte) { c.change(func() { c.in = append(c.in, b...) }) }
func (c *conn) end()          { c.change(func() { c.ended = true }) }
func (c *conn) breakWrites()  { c.change(func() { c.broken = true }) }

// take gives what was written since the last call, and whether the connection is closed.
func (c *conn) take() (out []byte, closed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	out, c.out = c.out, nil
	return out, c.closed
}

func (c *conn) fail(op string, err error) error {
	return &net.OpError{Op: op, Net: "tcp", Err: err}
}

func (c *conn) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		switch {
		case c.closed:
			return 0, c.fail("read", net.ErrClosed)
		case !c.deadline.IsZero() && !c.deadline.After(time.Now()):
			return 0, c.fail("read", os.ErrDeadlineExceeded)
		case len(p) == 0:
			return 0, nil
		case len(c.in) > 0:
			n := copy(p, c.in)
			c.in = c.in[n:]
			return n, nil
		case c.ended:
			return 0, io.EOF
		}
		c.changed.Wait()
	}
}

func (c *conn) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.closed:
		return 0, c.fail("write", net.ErrClosed)
	case c.broken:
		return 0, c.fail("write", os.ErrClosed)
	}
	c.out = append(c.out, p...)
	return len(p), nil
}

func (c *conn) Close() error {
	c.change(func() { c.closed = true })
	return nil
}

func (c *conn) SetReadDeadline(t time.Time) error {
	c.change(func() { c.deadline = t })
	if !t.IsZero() {
		time.AfterFunc(time.Until(t), c.changed.Broadcast)
	}
	return nil
}

func (c *conn) SetDeadline(t time.Time) error    { return c.SetReadDeadline(t) }
func (c *conn) SetWriteDeadline(time.Time) error { return nil }
func (c *conn) LocalAddr() net.Addr              { return address("10.0.0.1:80") }
func (c *conn) RemoteAddr() net.Addr             { return address("10.0.0.2:1234") }

type address string

func (address) Network() string  { return "tcp" }
func (a address) String() string { return string(a) }
