package net

import (
	"context"
	"sync"
	"syscall"
	"time"
)

// A UnixConn is a connection of a unix socket, or a unix socket for packets.
type UnixConn struct {
	conn
}

// unixKind returns the kind of socket of a network.
func unixKind(network string) int {
	switch network {
	case "unixgram":
		return sockDgram
	case "unixpacket":
		return sockSeqpacket
	}
	return sockStream
}

// DialUnix makes a connection.
func DialUnix(network string, laddr, raddr *UnixAddr) (*UnixConn, error) {
	return dialUnix(&setup{ctx: context.Background()}, network, laddr, raddr)
}

func dialUnix(u *setup, network string, laddr, raddr *UnixAddr) (*UnixConn, error) {
	var source, addr Addr
	var local, remote end
	if laddr != nil {
		source, local = laddr, laddr
	}
	if raddr != nil {
		addr, remote = raddr, raddr
	}
	fail := func(err error) (*UnixConn, error) {
		return nil, &OpError{Op: "dial", Net: network, Source: source, Addr: addr, Err: err}
	}
	switch network {
	case "unix", "unixgram", "unixpacket":
	default:
		return fail(UnknownNetworkError(network))
	}
	if raddr == nil && (network != "unixgram" || laddr == nil) {
		return fail(errMissingAddress)
	}
	fd, err := dialSocket(u, network, unixKind(network), local, remote)
	if err != nil {
		return fail(err)
	}
	return &UnixConn{conn{fd}}, nil
}

// ListenUnixgram makes a socket that receives packets at laddr.
func ListenUnixgram(network string, laddr *UnixAddr) (*UnixConn, error) {
	fail := func(err error) (*UnixConn, error) {
		e := &OpError{Op: "listen", Net: network, Err: err}
		if laddr != nil {
			e.Addr = laddr
		}
		return nil, e
	}
	if network != "unixgram" {
		return fail(UnknownNetworkError(network))
	}
	if laddr == nil {
		return fail(errMissingAddress)
	}
	fd, err := listenSocket(&setup{ctx: context.Background()}, network, sockDgram, laddr)
	if err != nil {
		return fail(err)
	}
	return &UnixConn{conn{fd}}, nil
}

// CloseRead closes the reading side.
func (c *UnixConn) CloseRead() error { return c.shut(shutRead) }

// CloseWrite closes the writing side: the other end reads io.EOF.
func (c *UnixConn) CloseWrite() error { return c.shut(shutWrite) }

// ReadFromUnix receives a packet; its sender may have no name.
func (c *UnixConn) ReadFromUnix(b []byte) (int, *UnixAddr, error) {
	n, from, err := c.receive(b)
	if err != nil || len(from) <= 2 {
		return n, nil, err
	}
	return n, &UnixAddr{Name: unixName(from), Net: c.fd.net}, nil
}

// ReadFrom receives a packet.
func (c *UnixConn) ReadFrom(b []byte) (int, Addr, error) {
	n, addr, err := c.ReadFromUnix(b)
	if addr == nil {
		return n, nil, err
	}
	return n, addr, err
}

// WriteToUnix sends a packet.
func (c *UnixConn) WriteToUnix(b []byte, addr *UnixAddr) (int, error) {
	if addr == nil {
		return c.send(b, nil, nil)
	}
	return c.send(b, addr, func() ([]byte, error) {
		if addr.Net != c.fd.net {
			return nil, syscall.EAFNOSUPPORT
		}
		return addr.bytes(afUnix)
	})
}

// WriteTo sends a packet.
func (c *UnixConn) WriteTo(b []byte, addr Addr) (int, error) {
	if !c.ok() {
		return 0, syscall.EINVAL
	}
	a, ok := addr.(*UnixAddr)
	if !ok {
		return 0, &OpError{Op: "write", Net: c.fd.net, Source: c.fd.local, Addr: addr, Err: syscall.EINVAL}
	}
	return c.WriteToUnix(b, a)
}

// A UnixListener accepts connections on a unix socket.
type UnixListener struct {
	fd     *netFD
	path   string
	unlink bool
	once   sync.Once
}

// ListenUnix makes a UnixListener.
func ListenUnix(network string, laddr *UnixAddr) (*UnixListener, error) {
	fail := func(err error) (*UnixListener, error) {
		e := &OpError{Op: "listen", Net: network, Err: err}
		if laddr != nil {
			e.Addr = laddr
		}
		return nil, e
	}
	switch network {
	case "unix", "unixpacket":
	default:
		return fail(UnknownNetworkError(network))
	}
	if laddr == nil {
		return fail(errMissingAddress)
	}
	fd, err := listenSocket(&setup{ctx: context.Background()}, network, unixKind(network), laddr)
	if err != nil {
		return fail(err)
	}
	return &UnixListener{fd: fd, path: fd.local.String(), unlink: true}, nil
}

func (l *UnixListener) ok() bool { return l != nil && l.fd != nil }

// Accept waits for the next connection.
func (l *UnixListener) Accept() (Conn, error) {
	c, err := l.AcceptUnix()
	if err != nil {
		return nil, err
	}
	return c, nil
}

// AcceptUnix waits for the next connection.
func (l *UnixListener) AcceptUnix() (*UnixConn, error) {
	if !l.ok() {
		return nil, syscall.EINVAL
	}
	fd, err := l.fd.accept()
	if err != nil {
		return nil, err
	}
	return &UnixConn{conn{fd}}, nil
}

// Close closes the listener and removes the socket's file.
func (l *UnixListener) Close() error {
	if !l.ok() {
		return syscall.EINVAL
	}
	l.once.Do(func() {
		if l.path != "" && l.path[0] != '@' && l.unlink {
			syscall.Unlink(l.path)
		}
	})
	if err := l.fd.sock.Close(); err != nil {
		return l.fd.listening("close", err)
	}
	return nil
}

// Addr returns the address it listens at.
func (l *UnixListener) Addr() Addr { return l.fd.local }

// SetUnlinkOnClose reports whether Close removes the file.
func (l *UnixListener) SetUnlinkOnClose(unlink bool) { l.unlink = unlink }

// SetDeadline makes Accept fail from t on; the zero time means never.
func (l *UnixListener) SetDeadline(t time.Time) error {
	if !l.ok() {
		return syscall.EINVAL
	}
	return l.fd.sock.SetDeadline(t)
}
