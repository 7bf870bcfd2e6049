package net

import (
	"context"
	"strconv"
)

// A TCPAddr is an end of a TCP connection.
type TCPAddr struct {
	IP   IP
	Port int
	Zone string
}

// A UDPAddr is an end of UDP packets.
type UDPAddr struct {
	IP   IP
	Port int
	Zone string
}

// An IPAddr is a machine.
type IPAddr struct {
	IP   IP
	Zone string
}

// A UnixAddr is the address of a unix socket: a path, or an abstract name with @ in front.
type UnixAddr struct {
	Name string
	Net  string
}

// Network returns "tcp".
func (a *TCPAddr) Network() string { return "tcp" }

// Network returns "udp".
func (a *UDPAddr) Network() string { return "udp" }

// Network returns "ip".
func (a *IPAddr) Network() string { return "ip" }

// Network returns "unix", "unixgram" or "unixpacket".
func (a *UnixAddr) Network() string { return a.Net }

func (a *TCPAddr) String() string {
	if a == nil {
		return "<nil>"
	}
	return JoinHostPort(hostText(a.IP, a.Zone), strconv.Itoa(a.Port))
}

func (a *UDPAddr) String() string {
	if a == nil {
		return "<nil>"
	}
	return JoinHostPort(hostText(a.IP, a.Zone), strconv.Itoa(a.Port))
}

func (a *IPAddr) String() string {
	if a == nil {
		return "<nil>"
	}
	return hostText(a.IP, a.Zone)
}

func (a *UnixAddr) String() string {
	if a == nil {
		return "<nil>"
	}
	return a.Name
}

func hostText(ip IP, zone string) string {
	if len(ip) == 0 {
		return ""
	}
	if zone != "" {
		return ip.String() + "%" + zone
	}
	return ip.String()
}

// SplitHostPort splits host:port, [host]:port and [host%zone]:port.
func SplitHostPort(hostport string) (host, port string, err error) {
	fail := func(why string) (string, string, error) {
		return "", "", &AddrError{Err: why, Addr: hostport}
	}
	colon := -1
	for i := 0; i < len(hostport); i++ {
		if hostport[i] == ':' {
			colon = i
		}
	}
	if colon < 0 {
		return fail("missing port in address")
	}
	from, to := 0, 0
	if hostport[0] == '[' {
		end := index(hostport, ']', 0)
		switch {
		case end < 0:
			return fail("missing ']' in address")
		case end+1 == len(hostport):
			return fail("missing port in address")
		case end+1 != colon:
			if hostport[end+1] == ':' {
				return fail("too many colons in address")
			}
			return fail("missing port in address")
		}
		host = hostport[1:end]
		from, to = 1, end+1
	} else {
		host = hostport[:colon]
		if index(host, ':', 0) >= 0 {
			return fail("too many colons in address")
		}
	}
	if index(hostport, '[', from) >= 0 {
		return fail("unexpected '[' in address")
	}
	if index(hostport, ']', to) >= 0 {
		return fail("unexpected ']' in address")
	}
	return host, hostport[colon+1:], nil
}

// index returns the index of c in s[from:].
func index(s string, c byte, from int) int {
	for i := from; i < len(s); i++ {
		if s[i] == c {
			return i
		}
	}
	return -1
}

// JoinHostPort joins what SplitHostPort splits.
func JoinHostPort(host, port string) string {
	if index(host, ':', 0) >= 0 {
		return "[" + host + "]:" + port
	}
	return host + ":" + port
}

// ResolveTCPAddr returns the address of host:port.
func ResolveTCPAddr(network, address string) (*TCPAddr, error) {
	switch network {
	case "tcp", "tcp4", "tcp6":
	case "":
		network = "tcp"
	default:
		return nil, UnknownNetworkError(network)
	}
	list, err := DefaultResolver.resolve(context.Background(), network, address)
	if err != nil {
		return nil, err
	}
	return list[0].(*TCPAddr), nil
}

// ResolveUDPAddr returns the address of host:port.
func ResolveUDPAddr(network, address string) (*UDPAddr, error) {
	switch network {
	case "udp", "udp4", "udp6":
	case "":
		network = "udp"
	default:
		return nil, UnknownNetworkError(network)
	}
	list, err := DefaultResolver.resolve(context.Background(), network, address)
	if err != nil {
		return nil, err
	}
	return list[0].(*UDPAddr), nil
}

// ResolveIPAddr returns the address of a host.
func ResolveIPAddr(network, address string) (*IPAddr, error) {
	if network == "" {
		network = "ip"
	}
	network, _, err := ipNetwork(network)
	if err != nil {
		return nil, err
	}
	list, err := DefaultResolver.resolve(context.Background(), network, address)
	if err != nil {
		return nil, err
	}
	return list[0].(*IPAddr), nil
}

// ResolveUnixAddr returns the address of that name.
func ResolveUnixAddr(network, address string) (*UnixAddr, error) {
	switch network {
	case "unix", "unixgram", "unixpacket":
		return &UnixAddr{Name: address, Net: network}, nil
	}
	return nil, UnknownNetworkError(network)
}

// family returns 4 or 6 if the network's name ends so, else 0.
func family(network string) int {
	switch network[len(network)-1] {
	case '4':
		return 4
	case '6':
		return 6
	}
	return 0
}

// resolve returns the addresses of a host, at least one; 4-byte addresses come first.
func (r *Resolver) resolve(ctx context.Context, network, address string) ([]Addr, error) {
	var make func(ip IP, zone string) Addr
	host, port := address, 0
	switch network {
	case "tcp", "tcp4", "tcp6", "udp", "udp4", "udp6":
		if address != "" {
			h, p, err := SplitHostPort(address)
			if err != nil {
				return nil, err
			}
			host = h
			if port, err = r.LookupPort(ctx, network, p); err != nil {
				return nil, err
			}
		}
		make = func(ip IP, zone string) Addr { return &TCPAddr{IP: ip, Port: port, Zone: zone} }
		if network[0] == 'u' {
			make = func(ip IP, zone string) Addr { return &UDPAddr{IP: ip, Port: port, Zone: zone} }
		}
	case "unix", "unixgram", "unixpacket":
		return []Addr{&UnixAddr{Name: address, Net: network}}, nil
	default:
		var err error
		if network, _, err = ipNetwork(network); err != nil {
			return nil, err
		}
		make = func(ip IP, zone string) Addr { return &IPAddr{IP: ip, Zone: zone} }
	}
	if host == "" {
		return []Addr{make(nil, "")}, nil
	}
	found, err := r.LookupIPAddr(ctx, host)
	if err != nil {
		return nil, err
	}
	want := family(network)
	var list []Addr
	for _, a := range found {
		if is4 := a.IP.To4() != nil; want == 0 || is4 == (want == 4) {
			list = append(list, make(a.IP, a.Zone))
		}
	}
	if len(list) == 0 {
		return nil, &AddrError{Err: "no suitable address found", Addr: host}
	}
	return list, nil
}
