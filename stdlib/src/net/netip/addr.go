// Package netip has IP addresses as small values: comparable, usable as map keys, immutable.
package netip

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"unsafe"
)

// An Addr is an IPv4 address or an IPv6 address, perhaps with a zone. The zero Addr is invalid.
type Addr struct {
	// The 128 bits of an IPv6 address; an IPv4 address has those of its IPv4-mapped form.
	hi, lo uint64
	kind   kind
	zone   string // only for IPv6
}

type kind uint8

const (
	none kind = iota
	four
	six
)

// mapped is the prefix of IPv4-mapped addresses in the lower word.
const mapped = 0xffff00000000

func word(b []byte) uint64 {
	w := uint64(0)
	for _, x := range b[:8] {
		w = w<<8 | uint64(x)
	}
	return w
}

func appendWord(b []byte, w uint64, bytes int) []byte {
	for i := bytes - 1; i >= 0; i-- {
		b = append(b, byte(w>>(8*i)))
	}
	return b
}

// AddrFrom4 returns an IPv4 address.
func AddrFrom4(addr [4]byte) Addr {
	v4 := uint64(addr[0])<<24 | uint64(addr[1])<<16 | uint64(addr[2])<<8 | uint64(addr[3])
	return Addr{lo: mapped | v4, kind: four}
}

// AddrFrom16 returns the IPv6 address in 16 bytes; an IPv4-mapped one stays IPv6.
func AddrFrom16(addr [16]byte) Addr { return Addr{hi: word(addr[:8]), lo: word(addr[8:]), kind: six} }

// AddrFromSlice returns the address of 4 or 16 bytes.
func AddrFromSlice(slice []byte) (ip Addr, ok bool) {
	if len(slice) == 4 {
		return AddrFrom4([4]byte(slice)), true
	}
	if ok = len(slice) == 16; ok {
		ip = AddrFrom16([16]byte(slice))
	}
	return ip, ok
}

// IPv4Unspecified returns 0.0.0.0.
func IPv4Unspecified() Addr { return AddrFrom4([4]byte{}) }

// IPv6Unspecified returns ::.
func IPv6Unspecified() Addr { return Addr{kind: six} }

// IPv6Loopback returns ::1.
func IPv6Loopback() Addr { return Addr{lo: 1, kind: six} }

// IPv6LinkLocalAllNodes returns ff02::1.
func IPv6LinkLocalAllNodes() Addr { return Addr{hi: 0xff02 << 48, lo: 1, kind: six} }

// IPv6LinkLocalAllRouters returns ff02::2.
func IPv6LinkLocalAllRouters() Addr { return Addr{hi: 0xff02 << 48, lo: 2, kind: six} }

// IsValid reports whether ip is an address at all.
func (ip Addr) IsValid() bool { return ip.kind != none }

// Is4 reports whether ip is an IPv4 address; an IPv4-mapped one is not.
func (ip Addr) Is4() bool { return ip.kind == four }

// Is6 reports whether ip is an IPv6 address, including IPv4-mapped ones.
func (ip Addr) Is6() bool { return ip.kind == six }

// Is4In6 reports whether ip is an IPv4-mapped IPv6 address.
func (ip Addr) Is4In6() bool { return ip.kind == six && ip.hi == 0 && ip.lo>>32 == 0xffff }

// BitLen returns the number of bits: 32, 128, or 0 of no address.
func (ip Addr) BitLen() int {
	switch ip.kind {
	case four:
		return 32
	case six:
		return 128
	}
	return 0
}

// Zone returns the zone of an IPv6 address, mostly empty.
func (ip Addr) Zone() string { return ip.zone }

// WithZone returns ip with another zone; for an IPv4 address, ip itself.
func (ip Addr) WithZone(zone string) Addr {
	if ip.kind == six {
		ip.zone = zone
	}
	return ip
}

// Unmap returns the IPv4 address in an IPv4-mapped one, else ip.
func (ip Addr) Unmap() Addr {
	if ip.Is4In6() {
		return Addr{lo: ip.lo, kind: four}
	}
	return ip
}

// Compare orders addresses: by length, bits and zone.
func (ip Addr) Compare(ip2 Addr) int {
	return cmp.Or(
		cmp.Compare(ip.BitLen(), ip2.BitLen()),
		cmp.Compare(ip.hi, ip2.hi),
		cmp.Compare(ip.lo, ip2.lo),
		strings.Compare(ip.zone, ip2.zone),
	)
}

// Less reports whether ip is before ip2 in Compare's order.
func (ip Addr) Less(ip2 Addr) bool { return ip.Compare(ip2) < 0 }

// v4 returns the address in 32 bits.
func (ip Addr) v4() uint32 { return uint32(ip.lo) }

// group returns the i-th of the eight 16-bit groups.
func (ip Addr) group(i int) uint16 {
	if i < 4 {
		return uint16(ip.hi >> (48 - 16*i))
	}
	return uint16(ip.lo >> (48 - 16*(i-4)))
}

// IsUnspecified reports whether ip is 0.0.0.0 or ::.
func (ip Addr) IsUnspecified() bool { return ip == IPv4Unspecified() || ip == IPv6Unspecified() }

// IsLoopback reports whether ip is this machine's for itself.
func (ip Addr) IsLoopback() bool {
	ip = ip.Unmap()
	if ip.kind == four {
		return ip.v4()>>24 == 127
	}
	return ip.kind == six && ip.hi == 0 && ip.lo == 1
}

// IsMulticast reports whether ip is a group's.
func (ip Addr) IsMulticast() bool {
	ip = ip.Unmap()
	if ip.kind == four {
		return ip.v4()>>28 == 0xe
	}
	return ip.kind == six && ip.hi>>56 == 0xff
}

// IsInterfaceLocalMulticast reports whether ip is an interface-local multicast address.
func (ip Addr) IsInterfaceLocalMulticast() bool {
	return ip.kind == six && ip.group(0)&0xff0f == 0xff01
}

// IsLinkLocalMulticast reports whether ip is a link-local multicast address.
func (ip Addr) IsLinkLocalMulticast() bool {
	ip = ip.Unmap()
	if ip.kind == four {
		return ip.v4()>>8 == 224<<16
	}
	return ip.kind == six && ip.group(0)&0xff0f == 0xff02
}

// IsLinkLocalUnicast reports whether ip is a link-local unicast address.
func (ip Addr) IsLinkLocalUnicast() bool {
	ip = ip.Unmap()
	if ip.kind == four {
		return ip.v4()>>16 == 169<<8|254
	}
	return ip.kind == six && ip.group(0)&0xffc0 == 0xfe80
}

// IsGlobalUnicast reports whether ip is a global unicast address, including private ones.
func (ip Addr) IsGlobalUnicast() bool {
	if ip.kind == none {
		return false
	}
	ip = ip.Unmap()
	if ip.kind == four && (ip.v4() == 0 || ip.v4() == 1<<32-1) {
		return false
	}
	return ip != IPv6Unspecified() && !ip.IsLoopback() && !ip.IsMulticast() && !ip.IsLinkLocalUnicast()
}

// IsPrivate reports whether ip is of a private network.
func (ip Addr) IsPrivate() bool {
	ip = ip.Unmap()
	if ip.kind == four {
		v4 := ip.v4()
		return v4>>24 == 10 || v4>>20 == 172<<4|1 || v4>>16 == 192<<8|168
	}
	return ip.kind == six && ip.hi>>57 == 0xfc>>1
}

// As16 returns the address in 16 bytes, IPv4 addresses in IPv4-mapped form; zeros if ip is invalid.
func (ip Addr) As16() (a16 [16]byte) {
	appendWord(appendWord(a16[:0], ip.hi, 8), ip.lo, 8)
	return a16
}

// As4 returns an IPv4 or IPv4-mapped address in 4 bytes. It panics for others.
func (ip Addr) As4() (a4 [4]byte) {
	if ip.kind == none {
		panic("As4 called on IP zero value")
	}
	if ip.kind == six && !ip.Is4In6() {
		panic("As4 called on IPv6 address")
	}
	appendWord(a4[:0], ip.lo, 4)
	return a4
}

// AsSlice returns the address in 4 or 16 bytes, nil of no address.
func (ip Addr) AsSlice() []byte {
	switch ip.kind {
	case four:
		return appendWord(make([]byte, 0, 4), ip.lo, 4)
	case six:
		return appendWord(appendWord(make([]byte, 0, 16), ip.hi, 8), ip.lo, 8)
	}
	return nil
}

// Next returns the address after ip, an invalid one after the last.
func (ip Addr) Next() Addr {
	ip.lo++
	if ip.lo == 0 {
		ip.hi++
	}
	if ip.kind == four && ip.v4() == 0 || ip.hi|ip.lo == 0 {
		return Addr{}
	}
	return ip
}

// Prev returns the address before ip, an invalid one before the first.
func (ip Addr) Prev() Addr {
	if ip.kind == four && ip.v4() == 0 || ip.hi|ip.lo == 0 {
		return Addr{}
	}
	if ip.lo == 0 {
		ip.hi--
	}
	ip.lo--
	return ip
}

// String returns the usual text of the address.
func (ip Addr) String() string {
	if ip.kind == none {
		return "invalid IP"
	}
	b := ip.AppendTo(make([]byte, 0, 45+len(ip.Zone())))
	return unsafe.String(&b[0], len(b))
}

// AppendTo appends the text of the address, nothing of no address.
func (ip Addr) AppendTo(b []byte) []byte {
	switch {
	case ip.kind == none:
		return b
	case ip.kind == four:
		return ip.append4(b)
	case ip.Is4In6():
		b = ip.append4(append(b, "::ffff:"...))
	default:
		b = ip.append6(b)
	}
	return ip.appendZone(b)
}

func (ip Addr) append4(b []byte) []byte {
	for shift := 24; shift >= 0; shift -= 8 {
		b = strconv.AppendUint(b, ip.lo>>shift&0xff, 10)
		if shift > 0 {
			b = append(b, '.')
		}
	}
	return b
}

// append6 writes :: for the first longest run of two zero groups or more.
func (ip Addr) append6(b []byte) []byte {
	from, to := 8, 8
	for i := 0; i < 8; i++ {
		end := i
		for end < 8 && ip.group(end) == 0 {
			end++
		}
		if end-i >= 2 && end-i > to-from {
			from, to = i, end
		}
	}
	for i := 0; i < 8; i++ {
		if i == from {
			b = append(b, ':', ':')
			if i = to; i == 8 {
				break
			}
		} else if i > 0 {
			b = append(b, ':')
		}
		b = strconv.AppendUint(b, uint64(ip.group(i)), 16)
	}
	return b
}

func (ip Addr) appendZone(b []byte) []byte {
	if ip.zone != "" {
		b = append(append(b, '%'), ip.zone...)
	}
	return b
}

// StringExpanded is String, but with all groups of an IPv6 address in four digits.
func (ip Addr) StringExpanded() string {
	if ip.kind != six {
		return ip.String()
	}
	const digits = "0123456789abcdef"
	b := make([]byte, 0, 39)
	for i := range 8 {
		if i > 0 {
			b = append(b, ':')
		}
		g := ip.group(i)
		b = append(b, digits[g>>12], digits[g>>8&15], digits[g>>4&15], digits[g&15])
	}
	return string(ip.appendZone(b))
}

// AppendText is AppendTo with a nil error.
func (ip Addr) AppendText(b []byte) ([]byte, error) { return ip.AppendTo(b), nil }

// MarshalText returns String, but "" for an invalid address.
func (ip Addr) MarshalText() ([]byte, error) { return ip.AppendText([]byte{}) }

// UnmarshalText calls ParseAddr; an empty text gives the zero Addr.
func (ip *Addr) UnmarshalText(text []byte) (err error) {
	*ip = Addr{}
	if len(text) > 0 {
		*ip, err = ParseAddr(string(text))
	}
	return err
}

// AppendBinary appends the 4 or 16 bytes of the address, and its zone.
func (ip Addr) AppendBinary(b []byte) ([]byte, error) {
	switch ip.kind {
	case four:
		b = appendWord(b, ip.lo, 4)
	case six:
		b = append(appendWord(appendWord(b, ip.hi, 8), ip.lo, 8), ip.zone...)
	}
	return b, nil
}

// MarshalBinary returns the result of AppendBinary.
func (ip Addr) MarshalBinary() ([]byte, error) {
	return ip.AppendBinary(make([]byte, 0, ip.BitLen()/8+len(ip.zone)))
}

const wrongSize = "unexpected slice size"

// UnmarshalBinary reads the result of MarshalBinary.
func (ip *Addr) UnmarshalBinary(b []byte) error {
	switch n := len(b); {
	case n == 0:
		*ip = Addr{}
	case n == 4:
		*ip = AddrFrom4([4]byte(b))
	case n >= 16:
		*ip = AddrFrom16([16]byte(b)).WithZone(string(b[16:]))
	default:
		return errors.New(wrongSize)
	}
	return nil
}
