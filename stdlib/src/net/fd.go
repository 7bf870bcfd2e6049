package net

import (
	"context"
	"internal/poll"
	"io"
	"os"
	"syscall"
	"time"
)

// A netFD is a socket with its addresses.
type netFD struct {
	sock   *poll.FD
	net    string
	domain int
	local  Addr
	remote Addr
}

// An end is an address to which a socket is bound or connected, with its sockaddr in a family.
type end interface {
	Addr
	isIPv4() bool
	isAny() bool
	bytes(domain int) ([]byte, error)
}

func (a *TCPAddr) isIPv4() bool { return len(a.IP) <= IPv4len || a.IP.To4() != nil }
func (a *UDPAddr) isIPv4() bool { return len(a.IP) <= IPv4len || a.IP.To4() != nil }

func (a *TCPAddr) isAny() bool { return len(a.IP) == 0 || a.IP.IsUnspecified() }
func (a *UDPAddr) isAny() bool { return len(a.IP) == 0 || a.IP.IsUnspecified() }

func (a *TCPAddr) bytes(domain int) ([]byte, error) {
	return checkedBytes(domain, a.IP, a.Port, a.Zone)
}

func (a *UDPAddr) bytes(domain int) ([]byte, error) {
	return checkedBytes(domain, a.IP, a.Port, a.Zone)
}

func checkedBytes(domain int, ip IP, port int, zone string) ([]byte, error) {
	if domain == afInet && len(ip) != 0 && ip.To4() == nil {
		return nil, &AddrError{Err: "non-IPv4 address", Addr: ip.String()}
	}
	if domain == afInet6 && len(ip) != 0 && ip.To16() == nil {
		return nil, &AddrError{Err: "non-IPv6 address", Addr: ip.String()}
	}
	return inetBytes(domain, ip, port, zone), nil
}

func (a *IPAddr) isIPv4() bool { return len(a.IP) <= IPv4len || a.IP.To4() != nil }
func (a *IPAddr) isAny() bool  { return len(a.IP) == 0 || a.IP.IsUnspecified() }
func (a *IPAddr) bytes(domain int) ([]byte, error) {
	return checkedBytes(domain, a.IP, 0, a.Zone)
}

func (a *UnixAddr) isIPv4() bool { return false }
func (a *UnixAddr) isAny() bool  { return a.Name == "" }
func (a *UnixAddr) bytes(int) ([]byte, error) {
	b, ok := unixBytes(a.Name)
	if !ok {
		return nil, syscall.EINVAL
	}
	return b, nil
}

// wrap adds the name of the system call to an error number.
func wrap(call string, err error) error {
	if _, ok := err.(syscall.Errno); ok {
		return os.NewSyscallError(call, err)
	}
	return err
}

// domainOf chooses the address family, and whether the socket excludes the other one.
func domainOf(network string, local, remote end, listening bool) (domain int, only6 bool) {
	switch family(network) {
	case 4:
		return afInet, false
	case 6:
		return afInet6, true
	}
	if listening && (local == nil || local.isAny()) {
		if hasIPv6() {
			return afInet6, false
		}
		return afInet, false
	}
	if (local == nil || local.isIPv4()) && (remote == nil || remote.isIPv4()) {
		return afInet, false
	}
	return afInet6, false
}

// A setup has the settings of a Dialer or ListenConfig for a new socket.
type setup struct {
	ctx       context.Context
	deadline  time.Time
	control   func(ctx context.Context, network, address string, c syscall.RawConn) error
	protocol  int  // IP protocol
	multipath bool // TCP over several paths, if the system supports it
}

// prepared calls the Control function before the socket is bound or connected.
func (u *setup) prepared(fd *netFD, address end) error {
	if u.control == nil {
		return nil
	}
	network := fd.net
	if fd.domain != afUnix && family(network) == 0 {
		network += "4"
		if fd.domain == afInet6 {
			network = fd.net + "6"
		}
	}
	text := ""
	if address != nil {
		text = address.String()
	}
	return u.control(u.ctx, network, text, rawConn{fd})
}

// newSocket makes a socket for a network.
func newSocket(u *setup, network string, kind int, local, remote end, listening bool) (*netFD, error) {
	domain, only6 := afUnix, false
	if network[:2] != "un" {
		domain, only6 = domainOf(network, local, remote, listening)
	}
	s, err := -1, error(nil)
	if u.multipath && kind == sockStream && domain != afUnix {
		s, err = poll.Socket(domain, kind, protoMPTCP)
	}
	if s < 0 {
		s, err = poll.Socket(domain, kind, u.protocol)
	}
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	sock, err := poll.New(s, false)
	if err != nil {
		syscall.Close(s)
		return nil, os.NewSyscallError("epoll_ctl", err)
	}
	sock.Eof = kind != sockDgram && kind != sockRaw
	fd := &netFD{sock: sock, net: network, domain: domain}
	if domain == afInet6 {
		v := 0
		if only6 {
			v = 1
		}
		sock.SetInt(solIPv6, ipv6V6Only, v)
	}
	if domain != afUnix && kind != sockStream {
		sock.SetInt(solSocket, soBroadcast, 1)
	}
	return fd, nil
}

// bind binds the socket to a local address.
func (fd *netFD) bind(local end) error {
	b, err := local.bytes(fd.domain)
	if err != nil {
		return err
	}
	return wrap("bind", fd.sock.Bind(b))
}

// setNames asks the kernel for both addresses.
func (fd *netFD) setNames() {
	if b, err := fd.sock.Name(false); err == nil {
		fd.local = addrOf(fd.net, b)
	}
	if b, err := fd.sock.Name(true); err == nil {
		fd.remote = addrOf(fd.net, b)
	}
}

// longAgo is a deadline that has passed.
var longAgo = time.Unix(1, 0)

// connect connects the socket; it fails at a deadline or the context's end.
func (fd *netFD) connect(u *setup, remote end) (err error) {
	ctx, deadline := u.ctx, u.deadline
	to, err := remote.bytes(fd.domain)
	if err != nil {
		return err
	}
	if !deadline.IsZero() {
		fd.sock.SetWriteDeadline(deadline)
		defer fd.sock.SetWriteDeadline(time.Time{})
	}
	if done := ctx.Done(); done != nil {
		finished := make(chan bool)
		interrupted := make(chan error)
		go func() {
			select {
			case <-done:
				fd.sock.SetWriteDeadline(longAgo)
				interrupted <- ctx.Err()
			case <-finished:
				interrupted <- nil
			}
		}()
		defer func() {
			close(finished)
			if cause := <-interrupted; cause != nil {
				err = ofContext(cause)
			}
		}()
	}
	err = fd.sock.Connect(to)
	if err == poll.ErrDeadlineExceeded {
		return errTimeout
	}
	return wrap("connect", err)
}

// dialSocket makes a connected socket.
func dialSocket(u *setup, network string, kind int, local, remote end) (*netFD, error) {
	fd, err := newSocket(u, network, kind, local, remote, false)
	if err != nil {
		return nil, err
	}
	if remote != nil {
		err = u.prepared(fd, remote)
	} else {
		err = u.prepared(fd, local)
	}
	if err == nil && local != nil {
		err = fd.bind(local)
	}
	if err == nil && remote != nil {
		err = fd.connect(u, remote)
	}
	if err != nil {
		fd.sock.Close()
		return nil, err
	}
	fd.setNames()
	return fd, nil
}

// listenSocket makes a socket that accepts connections, or receives packets.
func listenSocket(u *setup, network string, kind int, local end) (*netFD, error) {
	fd, err := newSocket(u, network, kind, local, nil, true)
	if err != nil {
		return nil, err
	}
	streams := kind == sockStream || kind == sockSeqpacket
	if streams && fd.domain != afUnix {
		err = wrap("setsockopt", fd.sock.SetInt(solSocket, soReuseAddr, 1))
	}
	if err == nil {
		err = u.prepared(fd, local)
	}
	if err == nil && local != nil {
		err = fd.bind(local)
	}
	if err == nil && streams {
		err = wrap("listen", fd.sock.Listen(4096))
	}
	if err != nil {
		fd.sock.Close()
		return nil, err
	}
	fd.setNames()
	return fd, nil
}

// accept takes a connection.
func (fd *netFD) accept() (*netFD, error) {
	from := make([]byte, 128)
	s, n, err := fd.sock.Accept(from)
	if err != nil {
		return nil, fd.listening("accept", wrap("accept", err))
	}
	sock, err := poll.New(s, false)
	if err != nil {
		syscall.Close(s)
		return nil, fd.listening("accept", err)
	}
	sock.Eof = true
	new := &netFD{sock: sock, net: fd.net, domain: fd.domain, remote: addrOf(fd.net, from[:n])}
	if b, err := sock.Name(false); err == nil {
		new.local = addrOf(fd.net, b)
	}
	return new, nil
}

// listening returns the error of an operation on a listener.
func (fd *netFD) listening(op string, err error) error {
	return &OpError{Op: op, Net: fd.net, Addr: fd.local, Err: err}
}

// between returns the error of an operation on a connection, nil for nil.
func (fd *netFD) between(op string, err error) error {
	if err == nil {
		return nil
	}
	return &OpError{Op: op, Net: fd.net, Source: fd.local, Addr: fd.remote, Err: err}
}

// set returns the error of a change of the socket, nil for nil.
func (fd *netFD) set(err error) error {
	if err == nil {
		return nil
	}
	return &OpError{Op: "set", Net: fd.net, Addr: fd.local, Err: err}
}

// A conn is the part that all connections share.
type conn struct {
	fd *netFD
}

func (c *conn) ok() bool { return c != nil && c.fd != nil }

// receive receives a packet; the address is the sender's sockaddr.
func (c *conn) receive(b []byte) (int, []byte, error) {
	if !c.ok() {
		return 0, nil, syscall.EINVAL
	}
	from := make([]byte, 128)
	n, size, err := c.fd.sock.ReadFrom(b, from)
	if err != nil {
		return n, nil, c.fd.between("read", wrap("recvfrom", err))
	}
	return n, from[:size], nil
}

// send sends a packet to addr, which may be nil; bytes converts it to a sockaddr.
func (c *conn) send(b []byte, addr Addr, bytes func() ([]byte, error)) (int, error) {
	if !c.ok() {
		return 0, syscall.EINVAL
	}
	fail := func(err error) (int, error) {
		return 0, &OpError{Op: "write", Net: c.fd.net, Source: c.fd.local, Addr: addr, Err: err}
	}
	if c.fd.remote != nil {
		return fail(ErrWriteToConnected)
	}
	if addr == nil {
		return fail(errMissingAddress)
	}
	to, err := bytes()
	if err != nil {
		return fail(err)
	}
	n, err := c.fd.sock.WriteTo(b, to)
	if err != nil {
		return fail(wrap("sendto", err))
	}
	return n, nil
}

// Read reads up to len(b) bytes.
func (c *conn) Read(b []byte) (int, error) {
	if !c.ok() {
		return 0, syscall.EINVAL
	}
	n, err := c.fd.sock.Read(b)
	if err != nil && err != io.EOF {
		err = c.fd.between("read", wrap("read", err))
	}
	return n, err
}

// Write writes all of b.
func (c *conn) Write(b []byte) (int, error) {
	if !c.ok() {
		return 0, syscall.EINVAL
	}
	n, err := c.fd.sock.Write(b)
	if err != nil {
		err = c.fd.between("write", wrap("write", err))
	}
	return n, err
}

// Close closes the connection; concurrent reads and writes fail.
func (c *conn) Close() error {
	if !c.ok() {
		return syscall.EINVAL
	}
	return c.fd.between("close", wrap("close", c.fd.sock.Close()))
}

// LocalAddr returns the local address.
func (c *conn) LocalAddr() Addr {
	if !c.ok() {
		return nil
	}
	return c.fd.local
}

// RemoteAddr returns the remote address.
func (c *conn) RemoteAddr() Addr {
	if !c.ok() {
		return nil
	}
	return c.fd.remote
}

// SetDeadline makes reads and writes fail from t on; the zero time means never.
func (c *conn) SetDeadline(t time.Time) error {
	if !c.ok() {
		return syscall.EINVAL
	}
	return c.fd.set(c.fd.sock.SetDeadline(t))
}

// SetReadDeadline is SetDeadline for reads.
func (c *conn) SetReadDeadline(t time.Time) error {
	if !c.ok() {
		return syscall.EINVAL
	}
	return c.fd.set(c.fd.sock.SetReadDeadline(t))
}

// SetWriteDeadline is SetDeadline for writes.
func (c *conn) SetWriteDeadline(t time.Time) error {
	if !c.ok() {
		return syscall.EINVAL
	}
	return c.fd.set(c.fd.sock.SetWriteDeadline(t))
}

// SetReadBuffer sets the size of the kernel's buffer.
func (c *conn) SetReadBuffer(bytes int) error { return c.setInt(solSocket, soRcvbuf, bytes) }

// SetWriteBuffer sets the size of the kernel's buffer.
func (c *conn) SetWriteBuffer(bytes int) error { return c.setInt(solSocket, soSndbuf, bytes) }

func (c *conn) setInt(level, name, value int) error {
	if !c.ok() {
		return syscall.EINVAL
	}
	err := wrap("setsockopt", c.fd.sock.SetInt(level, name, value))
	if level == solSocket && name != soKeepAlive {
		return c.fd.set(err)
	}
	return c.fd.between("set", err)
}

// shut closes one direction.
func (c *conn) shut(how int) error {
	if !c.ok() {
		return syscall.EINVAL
	}
	return c.fd.between("close", wrap("shutdown", c.fd.sock.Shutdown(how)))
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
