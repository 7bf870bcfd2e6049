// Package exchanges holds raw HTTP/1.x exchanges, and replays them against the net/http of the Go that runs it.
package exchanges

import (
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// A conn is a connection in memory, as one side's net/http sees it. The test plays the other side: it sends bytes, closes its
// half, and looks at what was written.
type conn struct {
	mu       sync.Mutex
	changed  *sync.Cond
	in       []byte // sent and not yet read
	step     int    // how many bytes one Read gives at most, 0: all
	out      []byte // written
	ended    bool   // the test closed its half
	closed   bool
	expired  bool // the read deadline lies in the past
	asked    int  // out when the last byte was sent
	onWrites func(c *conn)
}

func newConn(step int) *conn {
	c := &conn{step: step}
	c.changed = sync.NewCond(&c.mu)
	return c
}

func (c *conn) send(b string) {
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

// state is what was written until now, and whether net/http has closed the connection.
func (c *conn) state() (string, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return string(c.out), c.closed
}

func (c *conn) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		switch {
		case c.closed:
			return 0, &net.OpError{Op: "read", Net: "tcp", Err: net.ErrClosed}
		case c.expired:
			return 0, &net.OpError{Op: "read", Net: "tcp", Err: os.ErrDeadlineExceeded}
		case len(p) == 0:
			return 0, nil
		case len(c.in) > 0:
			if c.step > 0 && len(p) > c.step {
				p = p[:c.step]
			}
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
	if c.closed {
		c.mu.Unlock()
		return 0, &net.OpError{Op: "write", Net: "tcp", Err: net.ErrClosed}
	}
	c.out = append(c.out, p...)
	c.mu.Unlock()
	if c.onWrites != nil {
		c.onWrites(c)
	}
	return len(p), nil
}

func (c *conn) Close() error {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.changed.Broadcast()
	return nil
}

func (c *conn) SetReadDeadline(t time.Time) error {
	c.mu.Lock()
	c.expired = !t.IsZero() && !t.After(time.Now())
	c.mu.Unlock()
	c.changed.Broadcast()
	return nil
}

func (c *conn) SetDeadline(t time.Time) error    { return c.SetReadDeadline(t) }
func (c *conn) SetWriteDeadline(time.Time) error { return nil }
func (c *conn) LocalAddr() net.Addr              { return address("10.0.0.1:80") }
func (c *conn) RemoteAddr() net.Addr             { return address("10.0.0.2:1234") }

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
