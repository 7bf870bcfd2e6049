package netip

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
)

// A Prefix is a network: an address without a zone and how many of its first bits count. The zero Prefix is no network.
type Prefix struct {
	ip          Addr
	bitsPlusOne uint8 // 0 in a prefix that is not valid
}

// PrefixFrom is the prefix of ip and bits, which is not valid if ip has fewer bits. The prefix keeps all
// bits of ip.
func PrefixFrom(ip Addr, bits int) Prefix {
	p := Prefix{ip: ip.WithZone("")}
	if ip.IsValid() && 0 <= bits && bits <= ip.BitLen() {
		p.bitsPlusOne = uint8(bits) + 1
	}
	return p
}

// Prefix is the network of ip whose prefix is b bits long.
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

// mask has the first n of 128 bits set.
func mask(n int) (hi, lo uint64) { return ^(^uint64(0) >> n), ^(^uint64(0) >> max(n-64, 0)) }

// Addr is the address.
func (p Prefix) Addr() Addr { return p.ip }

// Bits is how many bits count, -1 if p is not valid.
func (p Prefix) Bits() int { return int(p.bitsPlusOne) - 1 }

// IsValid reports whether p is a network.
func (p Prefix) IsValid() bool { return p.bitsPlusOne > 0 }

// IsSingleIP reports whether only one address is in p.
func (p Prefix) IsSingleIP() bool { return p.IsValid() && p.Bits() == p.ip.BitLen() }

// Masked is p with zeros in the bits of its address that do not count.
func (p Prefix) Masked() Prefix {
	m, _ := p.ip.Prefix(p.Bits())
	return m
}

// Compare orders by network, number of bits and address.
func (p Prefix) Compare(p2 Prefix) int {
	return cmp.Or(p.Masked().ip.Compare(p2.Masked().ip), cmp.Compare(p.Bits(), p2.Bits()), p.ip.Compare(p2.ip))
}

// A parsePrefixError is what ParsePrefix found.
type parsePrefixError struct{ in, msg string }

func (e parsePrefixError) Error() string {
	return "netip.ParsePrefix(" + strconv.Quote(e.in) + "): " + e.msg
}

// MustParsePrefix is ParsePrefix for texts that are known to be valid; it panics for other texts.
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

// Contains reports whether ip is in the network. Addresses with zones are in none.
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

// String is the text that ParsePrefix reads.
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

// AppendText is AppendTo without an error.
func (p Prefix) AppendText(b []byte) ([]byte, error) { return p.AppendTo(b), nil }

// MarshalText is String, empty of the zero Prefix.
func (p Prefix) MarshalText() ([]byte, error) { return p.AppendText([]byte{}) }

// UnmarshalText is ParsePrefix; of an empty text it is the zero Prefix.
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

// MarshalBinary is AppendBinary to nothing.
func (p Prefix) MarshalBinary() ([]byte, error) {
	return p.AppendBinary(make([]byte, 0, p.ip.BitLen()/8+1))
}

// UnmarshalBinary reads what MarshalBinary writes.
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
