package net

import (
	"context"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// An IPConn sends and receives packets of a protocol above IP.
type IPConn struct {
	conn
}

// protocols maps names to numbers: the common ones, and those in /etc/protocols.
var protocols = map[string]int{"icmp": 1, "igmp": 2, "tcp": 6, "udp": 17, "ipv6-icmp": 58}

// ipNetwork splits ip, ip4 or ip6 and a protocol after a colon; without one the protocol is 0.
func ipNetwork(network string) (name string, protocol int, err error) {
	name, text, found := strings.Cut(network, ":")
	switch name {
	case "ip", "ip4", "ip6":
	default:
		return "", 0, UnknownNetworkError(network)
	}
	if !found {
		return name, 0, nil
	}
	if n, err := strconv.Atoi(text); err == nil && n >= 0 && n < 256 {
		return name, n, nil
	}
	if n, ok := protocols[text]; ok {
		return name, n, nil
	}
	data, _ := os.ReadFile("/etc/protocols")
	for line := range strings.SplitSeq(string(data), "\n") {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		for i, field := range fields {
			if n, err := strconv.Atoi(fields[min(1, len(fields)-1)]); i != 1 && field == text && err == nil {
				return name, n, nil
			}
		}
	}
	return "", 0, &AddrError{Err: "unknown IP protocol specified", Addr: text}
}

// ipAddrOf returns an address of package netip; nil if that is not valid.
func ipAddrOf(a netip.Addr) *IPAddr {
	if !a.IsValid() {
		return nil
	}
	return &IPAddr{IP: a.AsSlice(), Zone: a.Zone()}
}

// dialIP makes a connected socket.
func dialIP(u *setup, network string, local, remote end) (*IPConn, error) {
	name, protocol, err := ipNetwork(network)
	if err != nil {
		return nil, err
	}
	if protocol == 0 && name == network {
		return nil, UnknownNetworkError(network)
	}
	u.protocol = protocol
	fd, err := dialSocket(u, name, sockRaw, local, remote)
	if err != nil {
		return nil, err
	}
	fd.net = network
	return &IPConn{conn{fd}}, nil
}

func listenIP(u *setup, network string, local end) (*IPConn, error) {
	name, protocol, err := ipNetwork(network)
	if err != nil {
		return nil, err
	}
	if protocol == 0 && name == network {
		return nil, UnknownNetworkError(network)
	}
	u.protocol = protocol
	fd, err := listenSocket(u, name, sockRaw, local)
	if err != nil {
		return nil, err
	}
	fd.net = network
	return &IPConn{conn{fd}}, nil
}

func dialIPAddrs(u *setup, network string, laddr, raddr *IPAddr) (*IPConn, error) {
	var source, addr Addr
	var local end
	if laddr != nil {
		source, local = laddr, laddr
	}
	if raddr == nil {
		return nil, &OpError{Op: "dial", Net: network, Source: source, Err: errMissingAddress}
	}
	addr = raddr
	c, err := dialIP(u, network, local, raddr)
	if err != nil {
		return nil, &OpError{Op: "dial", Net: network, Source: source, Addr: addr, Err: err}
	}
	return c, nil
}

// DialIP makes a socket that sends to raddr and receives only from there.
func DialIP(network string, laddr, raddr *IPAddr) (*IPConn, error) {
	return dialIPAddrs(&setup{ctx: context.Background()}, network, laddr, raddr)
}

// ListenIP makes a socket that receives at laddr.
func ListenIP(network string, laddr *IPAddr) (*IPConn, error) {
	if laddr == nil {
		laddr = &IPAddr{}
	}
	c, err := listenIP(&setup{ctx: context.Background()}, network, laddr)
	if err != nil {
		return nil, &OpError{Op: "listen", Net: network, Addr: laddr, Err: err}
	}
	return c, nil
}

// SyscallConn returns the socket for calls of the program's own.
func (c *IPConn) SyscallConn() (syscall.RawConn, error) { return c.raw() }

// ReadFromIP receives a packet, without its IPv4 header.
func (c *IPConn) ReadFromIP(b []byte) (int, *IPAddr, error) {
	n, from, err := c.receive(b)
	if err != nil {
		return n, nil, err
	}
	ip, _, zone := parts(from)
	if len(ip) == IPv4len {
		n = withoutHeader(n, b)
	}
	return n, &IPAddr{IP: ip, Zone: zone}, nil
}

// withoutHeader removes an IPv4 header from b.
func withoutHeader(n int, b []byte) int {
	if len(b) < 20 || b[0]>>4 != 4 {
		return n
	}
	size := int(b[0]&15) * 4
	if size < 20 || size > len(b) {
		return n
	}
	copy(b, b[size:])
	return n - size
}

// ReadFrom receives a packet, without its IPv4 header.
func (c *IPConn) ReadFrom(b []byte) (int, Addr, error) {
	n, addr, err := c.ReadFromIP(b)
	if addr == nil {
		return n, nil, err
	}
	return n, addr, err
}

// ReadMsgIP receives a packet with out-of-band data: it returns the lengths of both, flags of the system, the sender.
func (c *IPConn) ReadMsgIP(b, oob []byte) (n, oobn, flags int, addr *IPAddr, err error) {
	if !c.ok() {
		return 0, 0, 0, nil, syscall.EINVAL
	}
	n, oobn, flags, from, err := c.fd.receiveMessage(b, oob)
	if err != nil {
		return 0, 0, 0, nil, c.fd.between("read", err)
	}
	ip, _, zone := parts(from)
	return n, oobn, flags, &IPAddr{IP: ip, Zone: zone}, nil
}

// WriteToIP sends a packet.
func (c *IPConn) WriteToIP(b []byte, addr *IPAddr) (int, error) {
	if addr == nil {
		return c.send(b, nil, nil)
	}
	return c.send(b, addr, func() ([]byte, error) { return addr.bytes(c.fd.domain) })
}

// WriteTo sends a packet.
func (c *IPConn) WriteTo(b []byte, addr Addr) (int, error) {
	if !c.ok() {
		return 0, syscall.EINVAL
	}
	a, ok := addr.(*IPAddr)
	if !ok {
		return 0, &OpError{Op: "write", Net: c.fd.net, Source: c.fd.local, Addr: addr, Err: syscall.EINVAL}
	}
	return c.WriteToIP(b, a)
}

// WriteMsgIP sends a packet with out-of-band data.
func (c *IPConn) WriteMsgIP(b, oob []byte, addr *IPAddr) (n, oobn int, err error) {
	if addr == nil {
		return c.sendMessage(b, oob, nil, nil)
	}
	return c.sendMessage(b, oob, addr, func() ([]byte, error) { return addr.bytes(c.fd.domain) })
}
