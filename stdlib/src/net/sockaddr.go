package net

import (
	"internal/poll"
	"strconv"
	"sync"
)

// The kernel's numbers on linux/amd64.
const (
	afUnix  = 1
	afInet  = 2
	afInet6 = 10

	sockStream    = 1
	sockDgram     = 2
	sockRaw       = 3
	sockSeqpacket = 5

	solIP     = 0
	solSocket = 1
	solTCP    = 6
	solIPv6   = 41

	soReuseAddr = 2
	soBroadcast = 6
	soSndbuf    = 7
	soRcvbuf    = 8
	soKeepAlive = 9
	soLinger    = 13

	tcpNoDelay   = 1
	tcpKeepIdle  = 4
	tcpKeepIntvl = 5
	tcpKeepCnt   = 6
	ipv6V6Only   = 26

	ipAddMembership   = 35
	ipv6JoinGroup     = 20
	ipMulticastLoop   = 34
	ipv6MulticastLoop = 19
	ipMulticastIf     = 32
	ipv6MulticastIf   = 17
	tcpIsMPTCP        = 43
	soProtocol        = 38
	soType            = 3

	protoMPTCP = 262

	shutRead  = 0
	shutWrite = 1
)

// inetBytes returns the sockaddr of an address in a family.
func inetBytes(domain int, ip IP, port int, zone string) []byte {
	if domain == afInet {
		b := make([]byte, 16)
		b[0], b[2], b[3] = afInet, byte(port>>8), byte(port)
		copy(b[4:], ip.To4())
		return b
	}
	b := make([]byte, 28)
	b[0], b[2], b[3] = afInet6, byte(port>>8), byte(port)
	if len(ip) != 0 && !ip.Equal(IPv4zero) {
		copy(b[8:], ip.To16())
	}
	id := zoneNumber(zone)
	b[24], b[25], b[26], b[27] = byte(id), byte(id>>8), byte(id>>16), byte(id>>24)
	return b
}

// unixBytes returns the sockaddr of a name; false if it is too long.
func unixBytes(name string) ([]byte, bool) {
	if len(name) > 107 {
		return nil, false
	}
	b := make([]byte, 2+len(name), 3+len(name))
	b[0] = afUnix
	copy(b[2:], name)
	if name != "" && name[0] == '@' {
		b[2] = 0
		return b, true
	}
	if name != "" {
		b = append(b, 0)
	}
	return b, true
}

// parts splits the sockaddr of an internet address.
func parts(b []byte) (ip IP, port int, zone string) {
	switch {
	case len(b) >= 16 && b[0] == afInet:
		return append(IP(nil), b[4:8]...), int(b[2])<<8 | int(b[3]), ""
	case len(b) >= 28 && b[0] == afInet6:
		id := int(b[24]) | int(b[25])<<8 | int(b[26])<<16 | int(b[27])<<24
		return append(IP(nil), b[8:24]...), int(b[2])<<8 | int(b[3]), zoneName(id)
	}
	return nil, 0, ""
}

// addrOf returns the address in a sockaddr; nil if it is empty.
func addrOf(network string, b []byte) Addr {
	if len(b) < 2 {
		return nil
	}
	switch network[0] {
	case 't':
		ip, port, zone := parts(b)
		return &TCPAddr{IP: ip, Port: port, Zone: zone}
	case 'i':
		ip, _, zone := parts(b)
		return &IPAddr{IP: ip, Zone: zone}
	case 'u':
		if network[1] == 'd' {
			ip, port, zone := parts(b)
			return &UDPAddr{IP: ip, Port: port, Zone: zone}
		}
		return &UnixAddr{Name: unixName(b), Net: network}
	}
	return nil
}

func unixName(b []byte) string {
	name := append([]byte(nil), b[2:]...)
	if len(name) == 0 {
		return "@"
	}
	if name[0] == 0 {
		name[0] = '@'
	}
	for i, c := range name {
		if c == 0 {
			return string(name[:i])
		}
	}
	return string(name)
}

// Zones are interfaces: their names, or their numbers if they have no name.
func zoneName(id int) string {
	if id == 0 {
		return ""
	}
	if name := interfaceName(id); name != "" {
		return name
	}
	return strconv.Itoa(id)
}

func zoneNumber(zone string) int {
	if zone == "" {
		return 0
	}
	if id := interfaceNumber(zone); id != 0 {
		return id
	}
	id, _ := strconv.Atoi(zone)
	return id
}

// hasIPv6 reports whether the system has addresses of 16 bytes.
var hasIPv6 = sync.OnceValue(func() bool {
	s, err := poll.Socket(afInet6, sockStream, 6)
	if err != nil {
		return false
	}
	fd, err := poll.New(s, false)
	if err != nil {
		return false
	}
	defer fd.Close()
	return fd.Bind(inetBytes(afInet6, IPv6loopback, 0, "")) == nil
})
