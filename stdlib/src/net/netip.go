package net

import "net/netip"

// addrPort is an address of package netip for an IP, a zone and a port.
func addrPort(ip IP, zone string, port int) netip.AddrPort {
	addr, _ := netip.AddrFromSlice(ip)
	return netip.AddrPortFrom(addr.WithZone(zone), uint16(port))
}

// AddrPort is the address as one of package netip; IPv4 in IPv6 stays so.
func (a *TCPAddr) AddrPort() netip.AddrPort {
	if a == nil {
		return netip.AddrPort{}
	}
	return addrPort(a.IP, a.Zone, a.Port)
}

// AddrPort is the address as one of package netip; IPv4 in IPv6 stays so.
func (a *UDPAddr) AddrPort() netip.AddrPort {
	if a == nil {
		return netip.AddrPort{}
	}
	return addrPort(a.IP, a.Zone, a.Port)
}

// TCPAddrFromAddrPort is addr as an address of TCP; invalid ones have a nil IP.
func TCPAddrFromAddrPort(addr netip.AddrPort) *TCPAddr {
	return &TCPAddr{IP: addr.Addr().AsSlice(), Zone: addr.Addr().Zone(), Port: int(addr.Port())}
}

// UDPAddrFromAddrPort is addr as an address of UDP; invalid ones have a nil IP.
func UDPAddrFromAddrPort(addr netip.AddrPort) *UDPAddr {
	return &UDPAddr{IP: addr.Addr().AsSlice(), Zone: addr.Addr().Zone(), Port: int(addr.Port())}
}
