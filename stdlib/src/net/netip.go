package net

import "net/netip"

// addrPort returns an address of package netip for an IP, a zone and a port.
func addrPort(ip IP, zone string, port int) netip.AddrPort {
	addr, _ := netip.AddrFromSlice(ip)
	return netip.AddrPortFrom(addr.WithZone(zone), uint16(port))
}

// AddrPort returns the address as one of package netip; an IPv4-mapped IPv6 address stays so.
func (a *TCPAddr) AddrPort() netip.AddrPort {
	if a == nil {
		return netip.AddrPort{}
	}
	return addrPort(a.IP, a.Zone, a.Port)
}

// AddrPort returns the address as one of package netip; an IPv4-mapped IPv6 address stays so.
func (a *UDPAddr) AddrPort() netip.AddrPort {
	if a == nil {
		return netip.AddrPort{}
	}
	return addrPort(a.IP, a.Zone, a.Port)
}

// TCPAddrFromAddrPort converts addr to a TCP address; for an invalid one IP is nil.
func TCPAddrFromAddrPort(addr netip.AddrPort) *TCPAddr {
	return &TCPAddr{IP: addr.Addr().AsSlice(), Zone: addr.Addr().Zone(), Port: int(addr.Port())}
}

// UDPAddrFromAddrPort converts addr to a UDP address; for an invalid one IP is nil.
func UDPAddrFromAddrPort(addr netip.AddrPort) *UDPAddr {
	return &UDPAddr{IP: addr.Addr().AsSlice(), Zone: addr.Addr().Zone(), Port: int(addr.Port())}
}
