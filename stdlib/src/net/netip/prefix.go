package netip

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
)

// A Prefix is a network: an address without a zone and the length of the network's prefix. The zero Prefix is invalid.
type Prefix struct {
	ip          Addr
	bitsPlusOne uint8 // 0 in an invalid prefix
}

// PrefixFrom returns the prefix of ip and bits, which is invalid if ip has fewer bits. The prefix keeps all
// bits of ip.
func PrefixFrom(ip Addr, bits int) Prefix {
	p := Prefix{ip: ip.WithZone("")}
	if ip.IsValid() && 0 <= bits && bits <= ip.BitLen() {
		p.bitsPlusOne = uint8(bits) + 1
	}
	return p
}

// Prefix returns the network of ip whose prefix has b bits.
func (ip Addr) Prefix(b int) (Prefix, error) {
	if b < 0 {
		return Prefix{}, errors.New("negative Prefix bits")
	}
	if ip.kind == none {
		return Prefix{}, nil
	}
	if b > ip.BitLen() {
		version := " too large for IPv4"
		if ip.kind == six {
			version = " too large for IPv6"
		}
		return Prefix{}, errors.New("prefix length " + strconv.Itoa(b) + version)
	}
	hi, lo := mask(b + 128 - ip.BitLen())
	ip.hi &= hi
	ip.lo &= lo
	return PrefixFrom(ip, b), nil
}

// mask returns 128 bits of which the first n are set.
func mask(n int) (hi, lo uint64) { return ^(^uint64(0) >> n), ^(^uint64(0) >> max(n-64, 0)) }

// Addr returns the address.
func (p Prefix) Addr() Addr { return p.ip }

// Bits returns the length of the prefix, -1 if p is invalid.
func (p Prefix) Bits() int { return int(p.bitsPlusOne) - 1 }

// IsValid reports whether p is a network.
func (p Prefix) IsValid() bool { return p.bitsPlusOne > 0 }

// IsSingleIP reports whether only one address is in p.
func (p Prefix) IsSingleIP() bool { return p.IsValid() && p.Bits() == p.ip.BitLen() }

// Masked returns p with zeros in the address after the prefix.
func (p Prefix) Masked() Prefix {
	m, _ := p.ip.Prefix(p.Bits())
	return m
}

// Compare orders by network, number of bits and address.
func (p Prefix) Compare(p2 Prefix) int {
	return cmp.Or(p.Masked().ip.Compare(p2.Masked().ip), cmp.Compare(p.Bits(), p2.Bits()), p.ip.Compare(p2.ip))
}

// A parsePrefixError is an error of ParsePrefix.
type parsePrefixError struct{ in, msg string }

func (e parsePrefixError) Error() string {
	return "netip.ParsePrefix(" + strconv.Quote(e.in) + "): " + e.msg
}

// MustParsePrefix is ParsePrefix for texts that are known to be valid; it panics if one is not.
func MustParsePrefix(s string) Prefix {
	p, err := ParsePrefix(s)
	if err != nil {
		panic(err)
	}
	return p
}

// ParsePrefix reads "192.168.1.0/24" or "2001:db8::/32".
func ParsePrefix(s string) (Prefix, error) {
	fail := func(msg string) (Prefix, error) { return Prefix{}, parsePrefixError{s, msg} }
	slash := strings.LastIndexByte(s, '/')
	if slash < 0 {
		return fail("no '/'")
	}
	ip, err := ParseAddr(s[:slash])
	if err != nil {
		return fail(err.Error())
	}
	if ip.zone != "" {
		return fail("IPv6 zones cannot be present in a prefix")
	}
	text := s[slash+1:]
	bits, err := strconv.Atoi(text)
	if err != nil || len(text) > 1 && (text[0] < '1' || text[0] > '9') {
		return fail("bad bits after slash: " + strconv.Quote(text))
	}
	if bits < 0 || bits > ip.BitLen() {
		return fail("prefix length out of range")
	}
	return PrefixFrom(ip, bits), nil
}

// Contains reports whether ip is in the network. No network contains addresses with zones.
func (p Prefix) Contains(ip Addr) bool {
	if !p.IsValid() || ip.zone != "" || p.ip.kind != ip.kind {
		return false
	}
	hi, lo := mask(p.Bits() + 128 - ip.BitLen())
	return (p.ip.hi^ip.hi)&hi == 0 && (p.ip.lo^ip.lo)&lo == 0
}

// Overlaps reports whether an address is in both.
func (p Prefix) Overlaps(o Prefix) bool {
	if !p.IsValid() || !o.IsValid() || p.ip.kind != o.ip.kind {
		return false
	}
	if p.Bits() <= o.Bits() {
		return p.Contains(o.ip)
	}
	return o.Contains(p.ip)
}

// String returns the text that ParsePrefix reads.
func (p Prefix) String() string {
	if !p.IsValid() {
		return "invalid Prefix"
	}
	return string(p.AppendTo(make([]byte, 0, 43)))
}

// AppendTo appends String, or nothing of the zero Prefix.
func (p Prefix) AppendTo(b []byte) []byte {
	if p == (Prefix{}) {
		return b
	}
	if !p.IsValid() {
		return append(b, "invalid Prefix"...)
	}
	return strconv.AppendInt(append(p.ip.AppendTo(b), '/'), int64(p.Bits()), 10)
}

// AppendText is AppendTo with a nil error.
func (p Prefix) AppendText(b []byte) ([]byte, error) { return p.AppendTo(b), nil }

// MarshalText returns String, but "" for the zero Prefix.
func (p Prefix) MarshalText() ([]byte, error) { return p.AppendText([]byte{}) }

// UnmarshalText calls ParsePrefix; an empty text gives the zero Prefix.
func (p *Prefix) UnmarshalText(text []byte) (err error) {
	*p = Prefix{}
	if len(text) > 0 {
		*p, err = ParsePrefix(string(text))
	}
	return err
}

// AppendBinary appends the address's binary form and a byte with the number of bits.
func (p Prefix) AppendBinary(b []byte) ([]byte, error) {
	b, err := p.ip.AppendBinary(b)
	return append(b, uint8(p.Bits())), err
}

// MarshalBinary returns the result of AppendBinary.
func (p Prefix) MarshalBinary() ([]byte, error) {
	return p.AppendBinary(make([]byte, 0, p.ip.BitLen()/8+1))
}

// UnmarshalBinary reads the result of MarshalBinary.
func (p *Prefix) UnmarshalBinary(b []byte) error {
	n := len(b) - 1
	if n < 0 {
		return errors.New(wrongSize)
	}
	var ip Addr
	if err := ip.UnmarshalBinary(b[:n]); err != nil {
		return err
	}
	*p = PrefixFrom(ip, int(b[n]))
	return nil
}
