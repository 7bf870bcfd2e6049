package net

import (
	"context"
	"net/netip"
	"syscall"
)

// addrPortAddr is an address of package netip as a net.Addr for errors.
type addrPortAddr struct{ netip.AddrPort }

func (addrPortAddr) Network() string { return "udp" }

// netipOf returns the address in a sockaddr.
func netipOf(from []byte) netip.AddrPort {
	ip, port, zone := parts(from)
	return addrPort(ip, zone, port)
}

// inFamily returns the sockaddr of an address of package netip.
func (fd *netFD) inFamily(addr netip.AddrPort) ([]byte, error) {
	ip := addr.Addr()
	if !ip.IsValid() || fd.domain == afInet && !ip.Unmap().Is4() {
		return nil, &AddrError{Err: "non-IPv4 address", Addr: ip.String()}
	}
	if fd.domain == afInet {
		ip = ip.Unmap()
	}
	return inetBytes(fd.domain, IP(ip.AsSlice()), int(addr.Port()), ip.Zone()), nil
}

// ReadFromUDPAddrPort receives a packet.
func (c *UDPConn) ReadFromUDPAddrPort(b []byte) (n int, addr netip.AddrPort, err error) {
	n, from, err := c.receive(b)
	if err != nil {
		return n, addr, err
	}
	return n, netipOf(from), nil
}

// ReadMsgUDP receives a packet with out-of-band data: it returns the lengths of both, flags of the system, the sender.
func (c *UDPConn) ReadMsgUDP(b, oob []byte) (n, oobn, flags int, addr *UDPAddr, err error) {
	n, oobn, flags, from, err := c.ReadMsgUDPAddrPort(b, oob)
	if from.IsValid() {
		addr = UDPAddrFromAddrPort(from)
	}
	return n, oobn, flags, addr, err
}

// ReadMsgUDPAddrPort is ReadMsgUDP with an address of package netip.
func (c *UDPConn) ReadMsgUDPAddrPort(b, oob []byte) (n, oobn, flags int, addr netip.AddrPort, err error) {
	if !c.ok() {
		return 0, 0, 0, addr, syscall.EINVAL
	}
	n, oobn, flags, from, err := c.fd.receiveMessage(b, oob)
	if err != nil {
		return 0, 0, 0, addr, c.fd.between("read", err)
	}
	return n, oobn, flags, netipOf(from), nil
}

// WriteToUDPAddrPort sends a packet.
func (c *UDPConn) WriteToUDPAddrPort(b []byte, addr netip.AddrPort) (int, error) {
	return c.send(b, addrPortAddr{addr}, func() ([]byte, error) { return c.fd.inFamily(addr) })
}

// WriteMsgUDP sends a packet with out-of-band data; addr is nil on a connected socket.
func (c *UDPConn) WriteMsgUDP(b, oob []byte, addr *UDPAddr) (n, oobn int, err error) {
	if addr == nil {
		return c.sendMessage(b, oob, nil, nil)
	}
	return c.sendMessage(b, oob, addr, func() ([]byte, error) { return addr.bytes(c.fd.domain) })
}

// WriteMsgUDPAddrPort is WriteMsgUDP with an address of package netip, which must be invalid on a connected socket.
func (c *UDPConn) WriteMsgUDPAddrPort(b, oob []byte, addr netip.AddrPort) (n, oobn int, err error) {
	if !addr.IsValid() {
		return c.sendMessage(b, oob, nil, nil)
	}
	return c.sendMessage(b, oob, addrPortAddr{addr}, func() ([]byte, error) { return c.fd.inFamily(addr) })
}

// sendMessage sends a packet with out-of-band data; without an address, to the connected one.
func (c *conn) sendMessage(b, oob []byte, addr Addr, bytes func() ([]byte, error)) (n, oobn int, err error) {
	if !c.ok() {
		return 0, 0, syscall.EINVAL
	}
	var to []byte
	switch {
	case c.fd.remote != nil && addr != nil:
		err = ErrWriteToConnected
	case c.fd.remote == nil && addr == nil:
		err = errMissingAddress
	case addr != nil:
		to, err = bytes()
	}
	if err == nil {
		n, oobn, err = c.fd.sendMessage(b, oob, to)
	}
	if err != nil {
		return 0, 0, &OpError{Op: "write", Net: c.fd.net, Source: c.fd.local, Addr: addr, Err: err}
	}
	return n, oobn, nil
}

// ReadMsgUnix receives data with out-of-band data: it returns the lengths of both, flags of the system, the sender.
func (c *UnixConn) ReadMsgUnix(b, oob []byte) (n, oobn, flags int, addr *UnixAddr, err error) {
	if !c.ok() {
		return 0, 0, 0, nil, syscall.EINVAL
	}
	n, oobn, flags, from, err := c.fd.receiveMessage(b, oob)
	if err != nil {
		return 0, 0, 0, nil, c.fd.between("read", err)
	}
	if len(from) > 2 {
		addr = &UnixAddr{Name: unixName(from), Net: c.fd.net}
	}
	return n, oobn, flags, addr, nil
}

// WriteMsgUnix sends data with out-of-band data; addr is nil on a connected socket.
func (c *UnixConn) WriteMsgUnix(b, oob []byte, addr *UnixAddr) (n, oobn int, err error) {
	if !c.ok() {
		return 0, 0, syscall.EINVAL
	}
	if addr == nil {
		n, oobn, err = c.fd.sendMessage(b, oob, nil)
		return n, oobn, c.fd.between("write", err)
	}
	return c.sendMessage(b, oob, addr, func() ([]byte, error) {
		if addr.Net != c.fd.net {
			return nil, syscall.EAFNOSUPPORT
		}
		return addr.bytes(afUnix)
	})
}

// ListenMulticastUDP makes a socket that receives packets sent to a group, on an interface or, if that is nil, on the system's default.
func ListenMulticastUDP(network string, ifi *Interface, gaddr *UDPAddr) (*UDPConn, error) {
	var addr Addr
	if gaddr != nil {
		addr = gaddr
	}
	fail := func(err error) (*UDPConn, error) {
		return nil, &OpError{Op: "listen", Net: network, Addr: addr, Err: err}
	}
	switch network {
	case "udp", "udp4", "udp6":
	default:
		return fail(UnknownNetworkError(network))
	}
	if gaddr == nil || gaddr.IP == nil {
		return fail(errMissingAddress)
	}
	u := &setup{control: func(_ context.Context, _, _ string, c syscall.RawConn) (err error) {
		cerr := c.Control(func(s uintptr) { err = syscall.SetsockoptInt(int(s), solSocket, soReuseAddr, 1) })
		if err == nil {
			err = cerr
		}
		return wrap("setsockopt", err)
	}}
	fd, err := listenSocket(u, network, sockDgram, gaddr)
	if err != nil {
		return fail(err)
	}
	if err := fd.join(ifi, gaddr.IP); err != nil {
		fd.sock.Close()
		return fail(wrap("setsockopt", err))
	}
	return &UDPConn{conn{fd}}, nil
}

// join adds the socket to a group.
func (fd *netFD) join(ifi *Interface, group IP) error {
	index := 0
	if ifi != nil {
		index = ifi.Index
	}
	number := []byte{byte(index), byte(index >> 8), byte(index >> 16), byte(index >> 24)}
	if ip := group.To4(); ip != nil {
		request := append(append(append([]byte(nil), ip...), 0, 0, 0, 0), number...)
		if ifi != nil {
			if err := fd.sock.SetOption(solIP, ipMulticastIf, request); err != nil {
				return err
			}
		}
		if err := fd.sock.SetInt(solIP, ipMulticastLoop, 0); err != nil {
			return err
		}
		return fd.sock.SetOption(solIP, ipAddMembership, request)
	}
	if ifi != nil {
		if err := fd.sock.SetInt(solIPv6, ipv6MulticastIf, index); err != nil {
			return err
		}
	}
	if err := fd.sock.SetInt(solIPv6, ipv6MulticastLoop, 0); err != nil {
		return err
	}
	return fd.sock.SetOption(solIPv6, ipv6JoinGroup, append(append([]byte(nil), group.To16()...), number...))
}
