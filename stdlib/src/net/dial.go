package net

import (
	"context"
	"time"
)

// A KeepAliveConfig says how idle connections are probed.
type KeepAliveConfig struct {
	Enable   bool
	Idle     time.Duration
	Interval time.Duration
	Count    int
}

// A Dialer connects.
type Dialer struct {
	Timeout         time.Duration
	Deadline        time.Time
	LocalAddr       Addr
	DualStack       bool
	FallbackDelay   time.Duration
	KeepAlive       time.Duration
	KeepAliveConfig KeepAliveConfig
	Resolver        *Resolver
	Cancel          <-chan struct{}
}

// A ListenConfig listens.
type ListenConfig struct {
	KeepAlive       time.Duration
	KeepAliveConfig KeepAliveConfig
}

// Dial connects to an address.
func Dial(network, address string) (Conn, error) {
	var d Dialer
	return d.Dial(network, address)
}

// DialTimeout is Dial with a limit of time.
func DialTimeout(network, address string, timeout time.Duration) (Conn, error) {
	d := Dialer{Timeout: timeout}
	return d.Dial(network, address)
}

// Dial connects to an address.
func (d *Dialer) Dial(network, address string) (Conn, error) {
	return d.DialContext(context.Background(), network, address)
}

// deadline is the first of the limits.
func (d *Dialer) deadline(ctx context.Context) (first time.Time) {
	if d.Timeout != 0 {
		first = time.Now().Add(d.Timeout)
	}
	if t, ok := ctx.Deadline(); ok && (first.IsZero() || t.Before(first)) {
		first = t
	}
	if t := d.Deadline; !t.IsZero() && (first.IsZero() || t.Before(first)) {
		first = t
	}
	return first
}

// DialContext connects to an address, unless the context ends before.
func (d *Dialer) DialContext(ctx context.Context, network, address string) (Conn, error) {
	if ctx == nil {
		panic("nil context")
	}
	if d.Cancel != nil {
		sub, cancel := context.WithCancel(ctx)
		defer cancel()
		ctx = sub
		go func() {
			select {
			case <-d.Cancel:
				cancel()
			case <-sub.Done():
			}
		}()
	}
	deadline := d.deadline(ctx)
	fail := func(err error) (Conn, error) { return nil, &OpError{Op: "dial", Net: network, Err: err} }
	switch network {
	case "tcp", "tcp4", "tcp6", "udp", "udp4", "udp6":
		if address == "" {
			return fail(errMissingAddress)
		}
	case "unix", "unixgram", "unixpacket":
	default:
		return fail(UnknownNetworkError(network))
	}
	list, err := resolve(ctx, network, address)
	if err != nil {
		return fail(err)
	}
	var first error
	for _, remote := range list {
		var c Conn
		err := ofContext(ctx.Err())
		if err == nil && !deadline.IsZero() && !time.Now().Before(deadline) {
			err = errTimeout
		}
		if err == nil {
			c, err = d.one(ctx, deadline, network, remote)
		}
		if err == nil {
			return c, nil
		}
		if first == nil {
			first = &OpError{Op: "dial", Net: network, Source: d.LocalAddr, Addr: remote, Err: err}
		}
	}
	return nil, first
}

// one connects to one address.
func (d *Dialer) one(ctx context.Context, deadline time.Time, network string, remote Addr) (Conn, error) {
	mismatch := func() error { return &AddrError{Err: "mismatched local address type", Addr: d.LocalAddr.String()} }
	var local end
	switch remote := remote.(type) {
	case *TCPAddr:
		if d.LocalAddr != nil {
			a, ok := d.LocalAddr.(*TCPAddr)
			if !ok {
				return nil, mismatch()
			}
			local = a
		}
		fd, err := dialSocket(ctx, deadline, network, sockStream, local, remote)
		if err != nil {
			return nil, err
		}
		return newTCP(fd, d.KeepAlive, d.KeepAliveConfig), nil
	case *UDPAddr:
		if d.LocalAddr != nil {
			a, ok := d.LocalAddr.(*UDPAddr)
			if !ok {
				return nil, mismatch()
			}
			local = a
		}
		fd, err := dialSocket(ctx, deadline, network, sockDgram, local, remote)
		if err != nil {
			return nil, err
		}
		return &UDPConn{conn{fd}}, nil
	case *UnixAddr:
		if d.LocalAddr != nil {
			a, ok := d.LocalAddr.(*UnixAddr)
			if !ok {
				return nil, mismatch()
			}
			local = a
		}
		fd, err := dialSocket(ctx, deadline, network, unixKind(network), local, remote)
		if err != nil {
			return nil, err
		}
		return &UnixConn{conn{fd}}, nil
	}
	return nil, &AddrError{Err: "unexpected address type", Addr: remote.String()}
}

// Listen makes a listener of a stream.
func Listen(network, address string) (Listener, error) {
	var l ListenConfig
	return l.Listen(context.Background(), network, address)
}

// ListenPacket makes a socket for packets.
func ListenPacket(network, address string) (PacketConn, error) {
	var l ListenConfig
	return l.ListenPacket(context.Background(), network, address)
}

// Listen makes a listener of a stream.
func (l *ListenConfig) Listen(ctx context.Context, network, address string) (Listener, error) {
	fail := func(addr Addr, err error) (Listener, error) {
		return nil, &OpError{Op: "listen", Net: network, Addr: addr, Err: err}
	}
	list, err := resolve(ctx, network, address)
	if err != nil {
		return fail(nil, err)
	}
	switch local := preferred(list).(type) {
	case *TCPAddr:
		fd, err := listenSocket(network, sockStream, local)
		if err != nil {
			return fail(local, err)
		}
		return &TCPListener{fd: fd, keepAlive: l.KeepAlive, probes: l.KeepAliveConfig}, nil
	case *UnixAddr:
		if network == "unixgram" {
			return fail(local, &AddrError{Err: "unexpected address type", Addr: address})
		}
		fd, err := listenSocket(network, unixKind(network), local)
		if err != nil {
			return fail(local, err)
		}
		return &UnixListener{fd: fd, path: fd.local.String(), unlink: true}, nil
	default:
		return fail(local, &AddrError{Err: "unexpected address type", Addr: address})
	}
}

// ListenPacket makes a socket for packets.
func (l *ListenConfig) ListenPacket(ctx context.Context, network, address string) (PacketConn, error) {
	fail := func(addr Addr, err error) (PacketConn, error) {
		return nil, &OpError{Op: "listen", Net: network, Addr: addr, Err: err}
	}
	list, err := resolve(ctx, network, address)
	if err != nil {
		return fail(nil, err)
	}
	switch local := preferred(list).(type) {
	case *UDPAddr:
		fd, err := listenSocket(network, sockDgram, local)
		if err != nil {
			return fail(local, err)
		}
		return &UDPConn{conn{fd}}, nil
	case *UnixAddr:
		if network != "unixgram" {
			return fail(local, &AddrError{Err: "unexpected address type", Addr: address})
		}
		fd, err := listenSocket(network, sockDgram, local)
		if err != nil {
			return fail(local, err)
		}
		return &UnixConn{conn{fd}}, nil
	default:
		return fail(local, &AddrError{Err: "unexpected address type", Addr: address})
	}
}

// preferred is the address to listen at: the first of 4 bytes, else the first.
func preferred(list []Addr) Addr {
	for _, a := range list {
		if e, ok := a.(end); ok && e.isIPv4() {
			return a
		}
	}
	return list[0]
}
