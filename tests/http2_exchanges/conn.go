// Package exchanges holds sequences of HTTP/2 frames, and replays them against the server of the Go that runs it.
package exchanges

import (
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// A conn is a connection in memory, as the server sees it. The test plays the client: it sends bytes, closes its half,
// and takes what was written. A write never waits.
type conn struct {
	mu      sync.Mutex
	changed *sync.Cond
	in      []byte // sent and not yet read
	out     []byte // written and not yet taken
	ended   bool   // the test closed its half
	closed  bool
	stalled bool // the client reads nothing
	read    deadline
	write   deadline
}

func newConn() *conn {
	c := new(conn)
	c.changed = sync.NewCond(&c.mu)
	return c
}

// A deadline is that of reads or writes.
type deadline struct {
	timer   *time.Timer
	expired bool
}

// set makes the deadline fall on t; c.mu is held.
func (d *deadline) set(c *conn, t time.Time) {
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
	d.expired = !t.IsZero() && !t.After(time.Now())
	if !t.IsZero() && !d.expired && !c.closed {
		var timer *time.Timer
		timer = time.AfterFunc(time.Until(t), func() {
			c.mu.Lock()
			d.expired = d.expired || d.timer == timer
			c.mu.Unlock()
			c.changed.Broadcast()
		})
		d.timer = timer
	}
	c.changed.Broadcast()
}

// stall makes writes wait, or ends that.
func (c *conn) stall(stalled bool) {
	c.mu.Lock()
	c.stalled = stalled
	c.mu.Unlock()
	c.changed.Broadcast()
}

func (c *conn) send(b []byte) {
	c.mu.Lock()
	c.in = append(c.in, b...)
	c.mu.Unlock()
	c.changed.Broadcast()
}

func (c *conn) end() {
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
	c.changed.Broadcast()
}

// take is what was written since the last call, and whether the server has closed the connection.
func (c *conn) take() ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := c.out
	c.out = nil
	return out, c.closed
}

func (c *conn) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		switch {
		case c.closed:
			return 0, &net.OpError{Op: "read", Net: "tcp", Err: net.ErrClosed}
		case c.read.expired:
			return 0, &net.OpError{Op: "read", Net: "tcp", Err: os.ErrDeadlineExceeded}
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
	for {
		switch {
		case c.closed:
			return 0, &net.OpError{Op: "write", Net: "tcp", Err: net.ErrClosed}
		case c.write.expired:
			return 0, &net.OpError{Op: "write", Net: "tcp", Err: os.ErrDeadlineExceeded}
		case !c.stalled:
			c.out = append(c.out, p...)
			return len(p), nil
		}
		c.changed.Wait()
	}
}

func (c *conn) Close() error {
	c.mu.Lock()
	c.closed = true
	c.read.set(c, time.Time{})
	c.write.set(c, time.Time{})
	c.mu.Unlock()
	return nil
}

func (c *conn) SetReadDeadline(t time.Time) error {
	c.mu.Lock()
	c.read.set(c, t)
	c.mu.Unlock()
	return nil
}

func (c *conn) SetWriteDeadline(t time.Time) error {
	c.mu.Lock()
	c.write.set(c, t)
	c.mu.Unlock()
	return nil
}

func (c *conn) SetDeadline(t time.Time) error {
	c.SetWriteDeadline(t)
	return c.SetReadDeadline(t)
}

func (c *conn) LocalAddr() net.Addr  { return address("10.0.0.1:80") }
func (c *conn) RemoteAddr() net.Addr { return address("10.0.0.2:1234") }

type address string

func (address) Network() string  { return "tcp" }
func (a address) String() string { return string(a) }

// A listener gives one connection, and then waits until it is closed.
type listener struct {
	conns chan net.Conn
	over  chan struct{}
	once  sync.Once
}

func listen(c net.Conn) *listener {
	l := &listener{conns: make(chan net.Conn, 1), over: make(chan struct{})}
	l.conns <- c
	return l
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.over:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error {
	l.once.Do(func() { close(l.over) })
	return nil
}

func (l *listener) Addr() net.Addr { return address("10.0.0.1:80") }
