package netip

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
)

// An AddrPort is an address and a port.
type AddrPort struct {
	ip   Addr
	port uint16
}

// AddrPortFrom returns the AddrPort of both; it need not be valid.
func AddrPortFrom(ip Addr, port uint16) AddrPort { return AddrPort{ip, port} }

// Addr returns the address.
func (p AddrPort) Addr() Addr { return p.ip }

// Port returns the port.
func (p AddrPort) Port() uint16 { return p.port }

// IsValid reports whether the address is valid; every port is valid.
func (p AddrPort) IsValid() bool { return p.ip.IsValid() }

// Compare orders by address, then by port.
func (p AddrPort) Compare(p2 AddrPort) int {
	return cmp.Or(p.ip.Compare(p2.ip), cmp.Compare(p.port, p2.port))
}

// MustParseAddrPort is ParseAddrPort for texts that are known to be valid; it panics if one is
// not.
func MustParseAddrPort(s string) AddrPort {
	p, err := ParseAddrPort(s)
	if err != nil {
		panic(err)
	}
	return p
}

// splitAddrPort returns the address, whether it stood in brackets, and the port.
func splitAddrPort(s string) (ip, port string, brackets bool, err error) {
	colon := strings.LastIndexByte(s, ':')
	if colon < 0 {
		return "", "", false, errors.New("not an ip:port")
	}
	ip, port = s[:colon], s[colon+1:]
	switch {
	case ip == "":
		return "", "", false, errors.New("no IP")
	case port == "":
		return "", "", false, errors.New("no port")
	case ip[0] != '[':
		return ip, port, false, nil
	case len(ip) < 2 || ip[len(ip)-1] != ']':
		return "", "", false, errors.New("missing ]")
	}
	return ip[1 : len(ip)-1], port, true, nil
}

// ParseAddrPort parses "192.0.2.1:80" or "[2001:db8::1]:80". Ports must be numbers.
func ParseAddrPort(s string) (AddrPort, error) {
	ipText, portText, brackets, err := splitAddrPort(s)
	if err != nil {
		return AddrPort{}, err
	}
	port, err := strconv.ParseUint(portText, 10, 16)
	if err != nil {
		return AddrPort{}, errors.New("invalid port " + strconv.Quote(portText) + " parsing " + strconv.Quote(s))
	}
	ip, err := ParseAddr(ipText)
	if err != nil {
		return AddrPort{}, err
	}
	wrong := ""
	if brackets && ip.Is4() {
		wrong = "square brackets can only be used with IPv6 addresses"
	} else if !brackets && ip.Is6() {
		wrong = "IPv6 addresses must be surrounded by square brackets"
	}
	if wrong != "" {
		return AddrPort{}, errors.New("invalid ip:port " + strconv.Quote(s) + ", " + wrong)
	}
	return AddrPort{ip, uint16(port)}, nil
}

// String returns the text that ParseAddrPort reads.
func (p AddrPort) String() string {
	if !p.IsValid() {
		return "invalid AddrPort"
	}
	return string(p.AppendTo(make([]byte, 0, 48)))
}

// AppendTo appends String, or nothing if p is not valid.
func (p AddrPort) AppendTo(b []byte) []byte {
	switch p.ip.kind {
	case none:
		return b
	case four:
		b = p.ip.AppendTo(b)
	default:
		b = append(p.ip.AppendTo(append(b, '[')), ']')
	}
	return strconv.AppendUint(append(b, ':'), uint64(p.port), 10)
}

// AppendText is AppendTo with a nil error.
func (p AddrPort) AppendText(b []byte) ([]byte, error) { return p.AppendTo(b), nil }

// MarshalText returns String, but "" if p is invalid.
func (p AddrPort) MarshalText() ([]byte, error) { return p.AppendText([]byte{}) }

// UnmarshalText calls ParseAddrPort; an empty text gives the zero AddrPort.
func (p *AddrPort) UnmarshalText(text []byte) (err error) {
	*p = AddrPort{}
	if len(text) > 0 {
		*p, err = ParseAddrPort(string(text))
	}
	return err
}

// AppendBinary appends the address's binary form and the port, little end first.
func (p AddrPort) AppendBinary(b []byte) ([]byte, error) {
	b, err := p.ip.AppendBinary(b)
	return append(b, byte(p.port), byte(p.port>>8)), err
}

// MarshalBinary returns the result of AppendBinary.
func (p AddrPort) MarshalBinary() ([]byte, error) {
	return p.AppendBinary(make([]byte, 0, p.ip.BitLen()/8+len(p.ip.zone)+2))
}

// UnmarshalBinary reads the result of MarshalBinary.
func (p *AddrPort) UnmarshalBinary(b []byte) error {
	n := len(b) - 2
	if n < 0 {
		return errors.New(wrongSize)
	}
	var ip Addr
	if err := ip.UnmarshalBinary(b[:n]); err != nil {
		return err
	}
	*p = AddrPort{ip, uint16(b[n]) | uint16(b[n+1])<<8}
	return nil
}
