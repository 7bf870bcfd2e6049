package net

import "strconv"

// Lengths of addresses.
const (
	IPv4len = 4
	IPv6len = 16
)

// An IP is an address of 4 or 16 bytes.
type IP []byte

// An IPMask selects bits of an address.
type IPMask []byte

// An IPNet is a range of addresses.
type IPNet struct {
	IP   IP
	Mask IPMask
}

// Well-known addresses.
var (
	IPv4bcast                  = IPv4(255, 255, 255, 255)
	IPv4allsys                 = IPv4(224, 0, 0, 1)
	IPv4allrouter              = IPv4(224, 0, 0, 2)
	IPv4zero                   = IPv4(0, 0, 0, 0)
	IPv6zero                   = make(IP, IPv6len)
	IPv6unspecified            = make(IP, IPv6len)
	IPv6loopback               = IP{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}
	IPv6interfacelocalallnodes = IP{0xff, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}
	IPv6linklocalallnodes      = IP{0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}
	IPv6linklocalallrouters    = IP{0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}
)

// IPv4 returns the address a.b.c.d in 16 bytes.
func IPv4(a, b, c, d byte) IP {
	return IP{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, a, b, c, d}
}

// IPv4Mask returns a mask of 4 bytes.
func IPv4Mask(a, b, c, d byte) IPMask { return IPMask{a, b, c, d} }

// CIDRMask returns a mask of bits bits whose first ones are set.
func CIDRMask(ones, bits int) IPMask {
	if bits != 8*IPv4len && bits != 8*IPv6len || ones < 0 || ones > bits {
		return nil
	}
	m := make(IPMask, bits/8)
	for i := range m {
		n := min(max(ones-8*i, 0), 8)
		m[i] = ^byte(0xff >> n)
	}
	return m
}

// To4 returns ip in 4 bytes, nil if it is not IPv4.
func (ip IP) To4() IP {
	if len(ip) == IPv4len {
		return ip
	}
	if len(ip) != IPv6len || ip[10] != 0xff || ip[11] != 0xff {
		return nil
	}
	for _, b := range ip[:10] {
		if b != 0 {
			return nil
		}
	}
	return ip[12:16]
}

// To16 returns ip in 16 bytes.
func (ip IP) To16() IP {
	switch len(ip) {
	case IPv4len:
		return IPv4(ip[0], ip[1], ip[2], ip[3])
	case IPv6len:
		return ip
	}
	return nil
}

// Equal reports whether both are the same address, in 4 bytes or 16.
func (ip IP) Equal(x IP) bool {
	if len(ip) != len(x) {
		ip, x = ip.To16(), x.To16()
	}
	return string(ip) == string(x)
}

// IsUnspecified reports whether ip is the unspecified address.
func (ip IP) IsUnspecified() bool { return ip.Equal(IPv4zero) || ip.Equal(IPv6unspecified) }

// IsLoopback reports whether ip is a loopback address.
func (ip IP) IsLoopback() bool {
	if ip4 := ip.To4(); ip4 != nil {
		return ip4[0] == 127
	}
	return ip.Equal(IPv6loopback)
}

// IsPrivate reports whether ip is an address of a private network.
func (ip IP) IsPrivate() bool {
	if ip4 := ip.To4(); ip4 != nil {
		return ip4[0] == 10 || ip4[0] == 172 && ip4[1]&0xf0 == 16 || ip4[0] == 192 && ip4[1] == 168
	}
	return len(ip) == IPv6len && ip[0]&0xfe == 0xfc
}

// IsMulticast reports whether ip is a multicast address.
func (ip IP) IsMulticast() bool {
	if ip4 := ip.To4(); ip4 != nil {
		return ip4[0]&0xf0 == 0xe0
	}
	return len(ip) == IPv6len && ip[0] == 0xff
}

// IsLinkLocalUnicast reports whether ip is a link-local unicast address.
func (ip IP) IsLinkLocalUnicast() bool {
	if ip4 := ip.To4(); ip4 != nil {
		return ip4[0] == 169 && ip4[1] == 254
	}
	return len(ip) == IPv6len && ip[0] == 0xfe && ip[1]&0xc0 == 0x80
}

// IsLinkLocalMulticast reports whether ip is a link-local multicast address.
func (ip IP) IsLinkLocalMulticast() bool {
	if ip4 := ip.To4(); ip4 != nil {
		return ip4[0] == 224 && ip4[1] == 0 && ip4[2] == 0
	}
	return len(ip) == IPv6len && ip[0] == 0xff && ip[1]&0x0f == 0x02
}

// IsInterfaceLocalMulticast reports whether ip is an interface-local multicast address.
func (ip IP) IsInterfaceLocalMulticast() bool {
	return len(ip) == IPv6len && ip[0] == 0xff && ip[1]&0x0f == 0x01
}

// IsGlobalUnicast reports whether ip is a global unicast address.
func (ip IP) IsGlobalUnicast() bool {
	return (len(ip) == IPv4len || len(ip) == IPv6len) && !ip.Equal(IPv4bcast) && !ip.IsUnspecified() &&
		!ip.IsLoopback() && !ip.IsMulticast() && !ip.IsLinkLocalUnicast()
}

// DefaultMask returns the mask of the old classes of networks.
func (ip IP) DefaultMask() IPMask {
	if ip = ip.To4(); ip == nil {
		return nil
	}
	switch {
	case ip[0] < 0x80:
		return CIDRMask(8, 32)
	case ip[0] < 0xc0:
		return CIDRMask(16, 32)
	}
	return CIDRMask(24, 32)
}

// Mask returns ip with only the bits that mask selects.
func (ip IP) Mask(mask IPMask) IP {
	if len(mask) == IPv6len && len(ip) == IPv4len && allOnes(mask[:12]) {
		mask = mask[12:]
	}
	if ip4 := ip.To4(); len(mask) == IPv4len && len(ip) == IPv6len && ip4 != nil {
		ip = ip4
	}
	if len(ip) != len(mask) {
		return nil
	}
	out := make(IP, len(ip))
	for i := range ip {
		out[i] = ip[i] & mask[i]
	}
	return out
}

func allOnes(b []byte) bool {
	for _, x := range b {
		if x != 0xff {
			return false
		}
	}
	return true
}

// String returns the usual text of ip.
func (ip IP) String() string {
	if len(ip) == 0 {
		return "<nil>"
	}
	if ip4 := ip.To4(); ip4 != nil {
		b := make([]byte, 0, 15)
		for i, x := range ip4 {
			if i > 0 {
				b = append(b, '.')
			}
			b = strconv.AppendUint(b, uint64(x), 10)
		}
		return string(b)
	}
	if len(ip) != IPv6len {
		return "?" + hex(ip)
	}
	// the longest run of zero groups, of two at least, becomes ::
	from, to := -1, -1
	for i := 0; i < 16; i += 2 {
		j := i
		for j < 16 && ip[j] == 0 && ip[j+1] == 0 {
			j += 2
		}
		if j > i+2 && j-i > to-from {
			from, to = i, j
		}
		if j > i {
			i = j
		}
	}
	b := make([]byte, 0, 39)
	for i := 0; i < 16; i += 2 {
		if i == from {
			b = append(b, ':', ':')
			i = to
			if i >= 16 {
				break
			}
		} else if i > 0 {
			b = append(b, ':')
		}
		b = strconv.AppendUint(b, uint64(ip[i])<<8|uint64(ip[i+1]), 16)
	}
	return string(b)
}

func hex(b []byte) string {
	const digits = "0123456789abcdef"
	s := make([]byte, 0, 2*len(b))
	for _, x := range b {
		s = append(s, digits[x>>4], digits[x&15])
	}
	return string(s)
}

// AppendText appends the result of MarshalText.
func (ip IP) AppendText(b []byte) ([]byte, error) {
	text, err := ip.MarshalText()
	return append(b, text...), err
}

// MarshalText returns String, but "" for nil.
func (ip IP) MarshalText() ([]byte, error) {
	if len(ip) == 0 {
		return []byte(""), nil
	}
	if len(ip) != IPv4len && len(ip) != IPv6len {
		return nil, &AddrError{Err: "invalid IP address", Addr: hex(ip)}
	}
	return []byte(ip.String()), nil
}

// UnmarshalText calls ParseIP.
func (ip *IP) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*ip = nil
		return nil
	}
	x := ParseIP(string(text))
	if x == nil {
		return &ParseError{Type: "IP address", Text: string(text)}
	}
	*ip = x
	return nil
}

// Size returns the number of leading ones and of all bits; 0, 0 if ones follow a zero.
func (m IPMask) Size() (ones, bits int) {
	for i, b := range m {
		if b == 0xff {
			ones += 8
			continue
		}
		for b&0x80 != 0 {
			ones++
			b <<= 1
		}
		if b != 0 {
			return 0, 0
		}
		for _, rest := range m[i+1:] {
			if rest != 0 {
				return 0, 0
			}
		}
		break
	}
	return ones, 8 * len(m)
}

// String returns the mask in hexadecimal.
func (m IPMask) String() string {
	if len(m) == 0 {
		return "<nil>"
	}
	return hex(m)
}

// Contains reports whether ip is in the range.
func (n *IPNet) Contains(ip IP) bool {
	base, mask := networkAndMask(n)
	if x := ip.To4(); x != nil {
		ip = x
	}
	if len(ip) != len(base) || base == nil {
		return false
	}
	for i := range ip {
		if base[i]&mask[i] != ip[i]&mask[i] {
			return false
		}
	}
	return true
}

func networkAndMask(n *IPNet) (IP, IPMask) {
	ip, mask := n.IP.To4(), n.Mask
	if ip == nil {
		if ip = n.IP; len(ip) != IPv6len {
			return nil, nil
		}
	}
	if len(mask) == IPv6len && len(ip) == IPv4len {
		mask = mask[12:]
	}
	if len(mask) != len(ip) {
		return nil, nil
	}
	return ip, mask
}

// Network returns the name of the kind of address.
func (n *IPNet) Network() string { return "ip+net" }

// String returns the range in the form 192.0.2.0/24.
func (n *IPNet) String() string {
	if n == nil {
		return "<nil>"
	}
	ip, mask := networkAndMask(n)
	if ip == nil || mask == nil {
		return "<nil>"
	}
	ones, bits := mask.Size()
	if bits == 0 {
		return ip.String() + "/" + mask.String()
	}
	return ip.String() + "/" + strconv.Itoa(ones)
}

// ParseIP parses an address; nil if it is invalid.
func ParseIP(s string) IP {
	ip, zone := parseZoned(s)
	if zone != "" {
		return nil
	}
	return ip
}

// parseZoned parses an address with an optional zone after %.
func parseZoned(s string) (IP, string) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '.':
			return parse4(s), ""
		case ':':
			zone := ""
			for j := i; j < len(s); j++ {
				if s[j] == '%' {
					if zone = s[j+1:]; zone == "" {
						return nil, ""
					}
					s = s[:j]
				}
			}
			return parse6(s), zone
		}
	}
	return nil, ""
}

func parse4(s string) IP {
	if len(s) > 15 {
		return nil
	}
	ip := IPv4(0, 0, 0, 0)
	for i := 12; i < 16; i++ {
		if i > 12 {
			if s == "" || s[0] != '.' {
				return nil
			}
			s = s[1:]
		}
		n, digits := 0, 0
		for digits < len(s) && s[digits] >= '0' && s[digits] <= '9' {
			n = n*10 + int(s[digits]-'0')
			digits++
			if n > 255 || digits > 1 && s[0] == '0' {
				return nil
			}
		}
		if digits == 0 {
			return nil
		}
		ip[i] = byte(n)
		s = s[digits:]
	}
	if s != "" {
		return nil
	}
	return ip
}

func parse6(s string) IP {
	ip := make(IP, 0, IPv6len)
	gap := -1
	if len(s) >= 2 && s[0] == ':' && s[1] == ':' {
		gap = 0
		s = s[2:]
	}
	for s != "" {
		n, digits := 0, 0
		for digits < len(s) && digits < 5 {
			d := hexDigit(s[digits])
			if d < 0 {
				break
			}
			n = n<<4 | d
			digits++
		}
		if digits == 0 || digits > 4 {
			return nil
		}
		if digits < len(s) && s[digits] == '.' {
			last := parse4(s)
			if last == nil || len(ip) > 12 || gap < 0 && len(ip) != 12 {
				return nil
			}
			ip = append(ip, last[12:]...)
			break
		}
		if len(ip) == IPv6len {
			return nil
		}
		ip = append(ip, byte(n>>8), byte(n))
		if s = s[digits:]; s == "" {
			break
		}
		if s[0] != ':' || len(s) == 1 {
			return nil
		}
		if s = s[1:]; s[0] == ':' {
			if gap >= 0 {
				return nil
			}
			gap = len(ip)
			s = s[1:]
		}
	}
	if gap < 0 {
		if len(ip) != IPv6len {
			return nil
		}
		return ip
	}
	if len(ip) >= IPv6len {
		return nil
	}
	full := make(IP, IPv6len)
	copy(full, ip[:gap])
	copy(full[IPv6len-(len(ip)-gap):], ip[gap:])
	return full
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// ParseCIDR parses an address with the length of its network prefix: 192.0.2.1/24.
func ParseCIDR(s string) (IP, *IPNet, error) {
	wrong := &ParseError{Type: "CIDR address", Text: s}
	slash := -1
	for i := 0; i < len(s); i++ {
		if s[i] == '/' {
			slash = i
			break
		}
	}
	if slash < 0 {
		return nil, nil, wrong
	}
	ip := ParseIP(s[:slash])
	bits := 8 * IPv6len
	if ip != nil && parse4(s[:slash]) != nil {
		bits = 8 * IPv4len
	}
	n, digits := 0, s[slash+1:]
	for i := 0; i < len(digits); i++ {
		if digits[i] < '0' || digits[i] > '9' || n > bits {
			return nil, nil, wrong
		}
		n = n*10 + int(digits[i]-'0')
	}
	if ip == nil || digits == "" || n > bits {
		return nil, nil, wrong
	}
	mask := CIDRMask(n, bits)
	return ip, &IPNet{IP: ip.Mask(mask), Mask: mask}, nil
}
