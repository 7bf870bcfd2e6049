package net

import (
	"context"
	"internal/nettrace"
	"net/netip"
	"strings"
	"syscall"
	"time"
)

// A KeepAliveConfig says how idle connections are probed.
type KeepAliveConfig struct {
	Enable   bool
	Idle     time.Duration
	Interval time.Duration
	Count    int
}

// A Dialer makes connections.
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
	Control         func(network, address string, c syscall.RawConn) error
	ControlContext  func(ctx context.Context, network, address string, c syscall.RawConn) error
	multipath       bool
}

// MultipathTCP reports whether connections may use several paths.
func (d *Dialer) MultipathTCP() bool { return d.multipath }

// SetMultipathTCP lets connections use several paths, if the system supports that.
func (d *Dialer) SetMultipathTCP(use bool) { d.multipath = use }

// setup has the Dialer's settings for sockets.
func (d *Dialer) setup(ctx context.Context, deadline time.Time) *setup {
	u := &setup{ctx: ctx, deadline: deadline, multipath: d.multipath, control: d.ControlContext}
	if control := d.Control; control != nil && u.control == nil {
		u.control = func(_ context.Context, network, address string, c syscall.RawConn) error {
			return control(network, address, c)
		}
	}
	return u
}

// A ListenConfig has options for listening.
type ListenConfig struct {
	KeepAlive       time.Duration
	KeepAliveConfig KeepAliveConfig
	Control         func(network, address string, c syscall.RawConn) error
	noMultipath     bool
}

// MultipathTCP reports whether the listener accepts connections over several paths, as it does by default.
func (l *ListenConfig) MultipathTCP() bool { return !l.noMultipath }

// SetMultipathTCP lets connections use several paths, if the system supports that.
func (l *ListenConfig) SetMultipathTCP(use bool) { l.noMultipath = !use }

// setup returns the ListenConfig's settings for sockets.
func (l *ListenConfig) setup(ctx context.Context) *setup {
	u := &setup{ctx: ctx, multipath: !l.noMultipath}
	if control := l.Control; control != nil {
		u.control = func(_ context.Context, network, address string, c syscall.RawConn) error {
			return control(network, address, c)
		}
	}
	return u
}

// Dial connects to an address.
func Dial(network, address string) (Conn, error) {
	var d Dialer
	return d.Dial(network, address)
}

// DialTimeout is Dial with a time limit.
func DialTimeout(network, address string, timeout time.Duration) (Conn, error) {
	d := Dialer{Timeout: timeout}
	return d.Dial(network, address)
}

// Dial connects to an address.
func (d *Dialer) Dial(network, address string) (Conn, error) {
	return d.DialContext(context.Background(), network, address)
}

// deadline returns the first of the limits.
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

// DialContext connects to an address; it fails if the context ends before.
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
		_, _, err := ipNetwork(network)
		if err == nil && !strings.Contains(network, ":") {
			// The network must include a protocol.
			err = UnknownNetworkError(network)
		}
		if err != nil {
			return fail(err)
		}
	}
	if !deadline.IsZero() {
		sub, cancel := context.WithDeadline(ctx, deadline)
		defer cancel()
		ctx = sub
	}
	trace := traceOf(ctx)
	lookupCtx := ctx
	if trace.ConnectStart != nil || trace.ConnectDone != nil {
		// Connections to name servers are not traced.
		dns := &nettrace.Trace{DNSStart: trace.DNSStart, DNSDone: trace.DNSDone}
		lookupCtx = context.WithValue(ctx, nettrace.TraceKey{}, dns)
	}
	list, err := d.Resolver.resolve(lookupCtx, network, address)
	if err != nil {
		return fail(err)
	}
	if local := d.LocalAddr; local != nil && len(list) > 0 && local.Network() != list[0].Network() {
		return fail(&AddrError{Err: "mismatched local address type", Addr: local.String()})
	}
	var first error
	for _, remote := range list {
		var c Conn
		err := ofContext(ctx.Err())
		if err == nil && !deadline.IsZero() && !time.Now().Before(deadline) {
			err = errTimeout
		}
		if err == nil {
			if trace.ConnectStart != nil {
				trace.ConnectStart(network, remote.String())
			}
			c, err = d.one(d.setup(ctx, deadline), network, remote)
			if trace.ConnectDone != nil {
				trace.ConnectDone(network, remote.String(), err)
			}
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
func (d *Dialer) one(u *setup, network string, remote Addr) (Conn, error) {
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
		fd, err := dialSocket(u, network, sockStream, local, remote)
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
		fd, err := dialSocket(u, network, sockDgram, local, remote)
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
		fd, err := dialSocket(u, network, unixKind(network), local, remote)
		if err != nil {
			return nil, err
		}
		return &UnixConn{conn{fd}}, nil
	case *IPAddr:
		if d.LocalAddr != nil {
			a, ok := d.LocalAddr.(*IPAddr)
			if !ok {
				return nil, mismatch()
			}
			local = a
		}
		return dialIP(u, network, local, remote)
	}
	return nil, &AddrError{Err: "unexpected address type", Addr: remote.String()}
}

// DialTCP connects over TCP.
func (d *Dialer) DialTCP(ctx context.Context, network string, laddr, raddr netip.AddrPort) (*TCPConn, error) {
	var local, remote *TCPAddr
	if laddr.IsValid() {
		local = TCPAddrFromAddrPort(laddr)
	}
	if raddr.IsValid() {
		remote = TCPAddrFromAddrPort(raddr)
	}
	sub, cancel := d.limited(ctx)
	defer cancel()
	return dialTCP(d.setup(sub, d.deadline(ctx)), network, local, remote, d.KeepAlive, d.KeepAliveConfig)
}

// DialUDP makes a socket that sends packets to raddr.
func (d *Dialer) DialUDP(ctx context.Context, network string, laddr, raddr netip.AddrPort) (*UDPConn, error) {
	var local, remote *UDPAddr
	if laddr.IsValid() {
		local = UDPAddrFromAddrPort(laddr)
	}
	if raddr.IsValid() {
		remote = UDPAddrFromAddrPort(raddr)
	}
	sub, cancel := d.limited(ctx)
	defer cancel()
	return dialUDP(d.setup(sub, d.deadline(ctx)), network, local, remote)
}

// DialIP makes a socket for packets of an IP protocol, sent to raddr.
func (d *Dialer) DialIP(ctx context.Context, network string, laddr, raddr netip.Addr) (*IPConn, error) {
	sub, cancel := d.limited(ctx)
	defer cancel()
	return dialIPAddrs(d.setup(sub, d.deadline(ctx)), network, ipAddrOf(laddr), ipAddrOf(raddr))
}

// DialUnix connects to a unix socket.
func (d *Dialer) DialUnix(ctx context.Context, network string, laddr, raddr *UnixAddr) (*UnixConn, error) {
	sub, cancel := d.limited(ctx)
	defer cancel()
	return dialUnix(d.setup(sub, d.deadline(ctx)), network, laddr, raddr)
}

// limited returns the context with the limits of the Dialer.
func (d *Dialer) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx == nil {
		panic("nil context")
	}
	if deadline := d.deadline(ctx); !deadline.IsZero() {
		return context.WithDeadline(ctx, deadline)
	}
	return ctx, func() {}
}

// Listen makes a listener for streams.
func Listen(network, address string) (Listener, error) {
	var l ListenConfig
	return l.Listen(context.Background(), network, address)
}

// ListenPacket makes a socket for packets.
func ListenPacket(network, address string) (PacketConn, error) {
	var l ListenConfig
	return l.ListenPacket(context.Background(), network, address)
}

// Listen makes a listener for streams.
func (l *ListenConfig) Listen(ctx context.Context, network, address string) (Listener, error) {
	fail := func(addr Addr, err error) (Listener, error) {
		return nil, &OpError{Op: "listen", Net: network, Addr: addr, Err: err}
	}
	list, err := DefaultResolver.resolve(ctx, network, address)
	if err != nil {
		return fail(nil, err)
	}
	switch local := preferred(list).(type) {
	case *TCPAddr:
		fd, err := listenSocket(l.setup(ctx), network, sockStream, local)
		if err != nil {
			return fail(local, err)
		}
		return &TCPListener{fd: fd, keepAlive: l.KeepAlive, probes: l.KeepAliveConfig}, nil
	case *UnixAddr:
		fd, err := listenSocket(l.setup(ctx), network, unixKind(network), local)
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
	list, err := DefaultResolver.resolve(ctx, network, address)
	if err != nil {
		return fail(nil, err)
	}
	switch local := preferred(list).(type) {
	case *UDPAddr:
		fd, err := listenSocket(l.setup(ctx), network, sockDgram, local)
		if err != nil {
			return fail(local, err)
		}
		return &UDPConn{conn{fd}}, nil
	case *IPAddr:
		c, err := listenIP(l.setup(ctx), network, local)
		if err != nil {
			return fail(local, err)
		}
		return c, nil
	case *UnixAddr:
		fd, err := listenSocket(l.setup(ctx), network, unixKind(network), local)
		if err != nil {
			return fail(local, err)
		}
		return &UnixConn{conn{fd}}, nil
	default:
		return fail(local, &AddrError{Err: "unexpected address type", Addr: address})
	}
}

// preferred returns the address to listen at: the first of 4 bytes, else the first.
func preferred(list []Addr) Addr {
	for _, a := range list {
		if e, ok := a.(end); ok && e.isIPv4() {
			return a
		}
	}
	return list[0]
}
