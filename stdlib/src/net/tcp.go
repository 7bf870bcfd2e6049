package net

import (
	"context"
	"io"
	"syscall"
	"time"
)

// A TCPConn is a TCP connection.
type TCPConn struct {
	conn
}

// newTCP sets the default options of a new connection, as Go does.
func newTCP(fd *netFD, keepAlive time.Duration, probes KeepAliveConfig) *TCPConn {
	c := &TCPConn{conn{fd}}
	c.SetNoDelay(true)
	if !probes.Enable && keepAlive >= 0 {
		probes = KeepAliveConfig{Enable: true, Idle: keepAlive, Interval: keepAlive}
	}
	if probes.Enable {
		c.SetKeepAliveConfig(probes)
	}
	return c
}

// CloseRead closes the reading side.
func (c *TCPConn) CloseRead() error { return c.shut(shutRead) }

// CloseWrite closes the writing side: the other end reads io.EOF.
func (c *TCPConn) CloseWrite() error { return c.shut(shutWrite) }

// SetLinger sets what Close does with unsent data: sec < 0 sends it in the background, 0 drops it,
// and otherwise it is sent, but dropped after sec seconds.
func (c *TCPConn) SetLinger(sec int) error {
	if !c.ok() {
		return syscall.EINVAL
	}
	v := make([]byte, 8)
	if sec >= 0 {
		v[0], v[4], v[5], v[6], v[7] = 1, byte(sec), byte(sec>>8), byte(sec>>16), byte(sec>>24)
	}
	return c.fd.between("set", wrap("setsockopt", c.fd.sock.SetOption(solSocket, soLinger, v)))
}

// SetNoDelay sets whether small packets are sent at once, which is the default.
func (c *TCPConn) SetNoDelay(noDelay bool) error { return c.setInt(solTCP, tcpNoDelay, truth(noDelay)) }

// SetKeepAlive sets whether idle connections are probed.
func (c *TCPConn) SetKeepAlive(keepalive bool) error {
	return c.setInt(solSocket, soKeepAlive, truth(keepalive))
}

// SetKeepAlivePeriod sets how long a connection is idle before it is probed.
func (c *TCPConn) SetKeepAlivePeriod(d time.Duration) error {
	return c.setInt(solTCP, tcpKeepIdle, seconds(d))
}

// SetKeepAliveConfig sets all probe settings; 0 stands for the defaults of 15 s, 15 s and 9 probes, a negative value
// leaves a setting unchanged.
func (c *TCPConn) SetKeepAliveConfig(config KeepAliveConfig) error {
	if err := c.SetKeepAlive(config.Enable); err != nil {
		return err
	}
	if d := config.Idle; d >= 0 {
		if err := c.setInt(solTCP, tcpKeepIdle, seconds(or(d, 15*time.Second))); err != nil {
			return err
		}
	}
	if d := config.Interval; d >= 0 {
		if err := c.setInt(solTCP, tcpKeepIntvl, seconds(or(d, 15*time.Second))); err != nil {
			return err
		}
	}
	if n := config.Count; n >= 0 {
		return c.setInt(solTCP, tcpKeepCnt, or(n, 9))
	}
	return nil
}

func or[T time.Duration | int](v, otherwise T) T {
	if v == 0 {
		return otherwise
	}
	return v
}

// seconds rounds up.
func seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }

// A stream hides all methods of a connection but Read and Write, so that io.Copy does not call ReadFrom or WriteTo again.
type stream struct{ c *conn }

func (s stream) Read(b []byte) (int, error)  { return s.c.Read(b) }
func (s stream) Write(b []byte) (int, error) { return s.c.Write(b) }

// ReadFrom writes all data of r.
func (c *TCPConn) ReadFrom(r io.Reader) (int64, error) {
	if !c.ok() {
		return 0, syscall.EINVAL
	}
	n, err := io.Copy(struct{ io.Writer }{stream{&c.conn}}, r)
	return n, c.copied("readfrom", err)
}

// WriteTo reads all and writes it to w.
func (c *TCPConn) WriteTo(w io.Writer) (int64, error) {
	if !c.ok() {
		return 0, syscall.EINVAL
	}
	n, err := io.Copy(w, struct{ io.Reader }{stream{&c.conn}})
	return n, c.copied("writeto", err)
}

// copied converts an error of copying to one of the connection.
func (c *TCPConn) copied(op string, err error) error {
	if err == nil {
		return nil
	}
	return &OpError{Op: op, Net: c.fd.net, Source: c.fd.local, Addr: c.fd.remote, Err: err}
}

// DialTCP makes a connection.
func DialTCP(network string, laddr, raddr *TCPAddr) (*TCPConn, error) {
	return dialTCP(&setup{ctx: context.Background()}, network, laddr, raddr, 0, KeepAliveConfig{})
}

func dialTCP(u *setup, network string, laddr, raddr *TCPAddr, keep time.Duration, probes KeepAliveConfig) (*TCPConn, error) {
	var source, addr Addr
	var local end
	if laddr != nil {
		source, local = laddr, laddr
	}
	fail := func(err error) (*TCPConn, error) {
		return nil, &OpError{Op: "dial", Net: network, Source: source, Addr: addr, Err: err}
	}
	if raddr != nil {
		addr = raddr
	}
	switch network {
	case "tcp", "tcp4", "tcp6":
	default:
		return fail(UnknownNetworkError(network))
	}
	if raddr == nil {
		return fail(errMissingAddress)
	}
	fd, err := dialSocket(u, network, sockStream, local, raddr)
	if err != nil {
		return fail(err)
	}
	return newTCP(fd, keep, probes), nil
}

// A TCPListener accepts TCP connections.
type TCPListener struct {
	fd        *netFD
	keepAlive time.Duration
	probes    KeepAliveConfig
}

// ListenTCP makes a TCPListener.
func ListenTCP(network string, laddr *TCPAddr) (*TCPListener, error) {
	if laddr == nil {
		laddr = &TCPAddr{}
	}
	fail := func(err error) (*TCPListener, error) {
		return nil, &OpError{Op: "listen", Net: network, Addr: laddr, Err: err}
	}
	switch network {
	case "tcp", "tcp4", "tcp6":
	default:
		return fail(UnknownNetworkError(network))
	}
	fd, err := listenSocket(&setup{ctx: context.Background()}, network, sockStream, laddr)
	if err != nil {
		return fail(err)
	}
	return &TCPListener{fd: fd}, nil
}

func (l *TCPListener) ok() bool { return l != nil && l.fd != nil }

// Accept waits for the next connection.
func (l *TCPListener) Accept() (Conn, error) {
	c, err := l.AcceptTCP()
	if err != nil {
		return nil, err
	}
	return c, nil
}

// AcceptTCP waits for the next connection.
func (l *TCPListener) AcceptTCP() (*TCPConn, error) {
	if !l.ok() {
		return nil, syscall.EINVAL
	}
	fd, err := l.fd.accept()
	if err != nil {
		return nil, err
	}
	return newTCP(fd, l.keepAlive, l.probes), nil
}

// Close closes the listener; goroutines that wait in Accept get an error.
func (l *TCPListener) Close() error {
	if !l.ok() {
		return syscall.EINVAL
	}
	if err := l.fd.sock.Close(); err != nil {
		return l.fd.listening("close", err)
	}
	return nil
}

// Addr returns the address it listens at.
func (l *TCPListener) Addr() Addr { return l.fd.local }

// SetDeadline makes Accept fail from t on; the zero time means never.
func (l *TCPListener) SetDeadline(t time.Time) error {
	if !l.ok() {
		return syscall.EINVAL
	}
	return l.fd.sock.SetDeadline(t)
}
