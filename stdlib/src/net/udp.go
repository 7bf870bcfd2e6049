package net

import (
	"context"
	"syscall"
)

// A UDPConn sends and receives UDP packets.
type UDPConn struct {
	conn
}

// DialUDP makes a socket that sends to raddr and receives only from there.
func DialUDP(network string, laddr, raddr *UDPAddr) (*UDPConn, error) {
	return dialUDP(&setup{ctx: context.Background()}, network, laddr, raddr)
}

func dialUDP(u *setup, network string, laddr, raddr *UDPAddr) (*UDPConn, error) {
	var source, addr Addr
	var local end
	if laddr != nil {
		source, local = laddr, laddr
	}
	if raddr != nil {
		addr = raddr
	}
	fail := func(err error) (*UDPConn, error) {
		return nil, &OpError{Op: "dial", Net: network, Source: source, Addr: addr, Err: err}
	}
	switch network {
	case "udp", "udp4", "udp6":
	default:
		return fail(UnknownNetworkError(network))
	}
	if raddr == nil {
		return fail(errMissingAddress)
	}
	fd, err := dialSocket(u, network, sockDgram, local, raddr)
	if err != nil {
		return fail(err)
	}
	return &UDPConn{conn{fd}}, nil
}

// ListenUDP makes a socket that receives at laddr.
func ListenUDP(network string, laddr *UDPAddr) (*UDPConn, error) {
	if laddr == nil {
		laddr = &UDPAddr{}
	}
	fail := func(err error) (*UDPConn, error) {
		return nil, &OpError{Op: "listen", Net: network, Addr: laddr, Err: err}
	}
	switch network {
	case "udp", "udp4", "udp6":
	default:
		return fail(UnknownNetworkError(network))
	}
	fd, err := listenSocket(&setup{ctx: context.Background()}, network, sockDgram, laddr)
	if err != nil {
		return fail(err)
	}
	return &UDPConn{conn{fd}}, nil
}

// ReadFromUDP receives a packet.
func (c *UDPConn) ReadFromUDP(b []byte) (int, *UDPAddr, error) {
	n, from, err := c.receive(b)
	if err != nil {
		return n, nil, err
	}
	ip, port, zone := parts(from)
	if ip4 := ip.To4(); ip4 != nil && c.fd.domain == afInet6 {
		ip = ip4.To16()
	}
	return n, &UDPAddr{IP: ip, Port: port, Zone: zone}, nil
}

// ReadFrom receives a packet.
func (c *UDPConn) ReadFrom(b []byte) (int, Addr, error) {
	n, addr, err := c.ReadFromUDP(b)
	if addr == nil {
		return n, nil, err
	}
	return n, addr, err
}

// WriteToUDP sends a packet.
func (c *UDPConn) WriteToUDP(b []byte, addr *UDPAddr) (int, error) {
	if addr == nil {
		return c.send(b, nil, nil)
	}
	return c.send(b, addr, func() ([]byte, error) { return addr.bytes(c.fd.domain) })
}

// WriteTo sends a packet.
func (c *UDPConn) WriteTo(b []byte, addr Addr) (int, error) {
	if !c.ok() {
		return 0, syscall.EINVAL
	}
	a, ok := addr.(*UDPAddr)
	if !ok {
		return 0, &OpError{Op: "write", Net: c.fd.net, Source: c.fd.local, Addr: addr, Err: syscall.EINVAL}
	}
	return c.WriteToUDP(b, a)
}
