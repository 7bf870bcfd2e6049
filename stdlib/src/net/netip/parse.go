package netip

import (
	"strconv"
	"strings"
)

// A parseAddrError is an error of ParseAddr, and its position.
type parseAddrError struct{ in, msg, at string }

func (e parseAddrError) Error() string {
	text := "ParseAddr(" + strconv.Quote(e.in) + "): " + e.msg
	if e.at != "" {
		text += " (at " + strconv.Quote(e.at) + ")"
	}
	return text
}

// MustParseAddr is ParseAddr for texts that are known to be valid; it panics if one is not.
func MustParseAddr(s string) Addr {
	ip, err := ParseAddr(s)
	if err != nil {
		panic(err)
	}
	return ip
}

// ParseAddr parses an address: "192.0.2.1", "2001:db8::68" or "fe80::1cc0:3e8c:119f:c2e1%ens18".
func ParseAddr(s string) (Addr, error) {
	at := strings.IndexAny(s, ".:%")
	switch {
	case at < 0:
		return Addr{}, parseAddrError{in: s, msg: "unable to parse IP"}
	case s[at] == '%':
		return Addr{}, parseAddrError{in: s, msg: "missing IPv6 address"}
	case s[at] == '.':
		v4, err := parse4(s, s)
		if err != nil {
			return Addr{}, err
		}
		return AddrFrom4(v4), nil
	}
	return parse6(s)
}

// parse4 parses s, a part of in, as four decimal fields.
func parse4(in, s string) (v4 [4]byte, err error) {
	fail := func(msg, at string) ([4]byte, error) { return v4, parseAddrError{in, msg, at} }
	field, value, digits := 0, 0, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			if digits == 1 && value == 0 {
				return fail("IPv4 field has octet with leading zero", "")
			}
			digits++
			if value = value*10 + int(c-'0'); value > 255 {
				return fail("IPv4 field has value >255", "")
			}
		case c != '.':
			return fail("unexpected character", s[i:])
		case digits == 0 || i == len(s)-1:
			return fail("IPv4 field must have at least one digit", s[i:])
		case field == 3:
			return fail("IPv4 address too long", "")
		default:
			v4[field] = byte(value)
			field, value, digits = field+1, 0, 0
		}
	}
	if field < 3 {
		return fail("IPv4 address too short", "")
	}
	v4[3] = byte(value)
	return v4, nil
}

// hexField parses the hexadecimal digits at the beginning of s, and returns their value and number, at most five.
func hexField(s string) (value uint32, digits int) {
	for digits < len(s) && digits < 5 {
		c := s[digits]
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return value, digits
		}
		value = value<<4 | uint32(c)
		digits++
	}
	return value, digits
}

// A reader6 parses the fields of an IPv6 address one after the other.
type reader6 struct {
	in   string // the whole text
	rest string // the unread rest, without the zone
	ip   [16]byte
	at   int // number of bytes parsed
	gap  int // number of bytes before ::, -1 if there is none
}

func (r *reader6) fail(msg string) error { return parseAddrError{r.in, msg, r.rest} }

func parse6(in string) (Addr, error) {
	text, zone, hasZone := strings.Cut(in, "%")
	if hasZone && zone == "" {
		return Addr{}, parseAddrError{in: in, msg: "zone must be a non-empty string"}
	}
	r := reader6{in: in, rest: text, gap: -1}
	if strings.HasPrefix(text, "::") {
		r.gap = 0
		r.rest = text[2:]
		if r.rest == "" {
			return IPv6Unspecified().WithZone(zone), nil
		}
	}
	for more := true; more && r.at < 16; {
		var err error
		if more, err = r.field(); err != nil {
			return Addr{}, err
		}
	}
	if err := r.expand(); err != nil {
		return Addr{}, err
	}
	return AddrFrom16(r.ip).WithZone(zone), nil
}

// field parses one field and the colons after it; it reports whether another field must follow.
func (r *reader6) field() (more bool, err error) {
	value, digits := hexField(r.rest)
	switch {
	case digits > 4:
		return false, r.fail("each group must have 4 or less digits")
	case digits == 0:
		return false, r.fail("each colon-separated field must have at least one digit")
	}
	if digits < len(r.rest) && r.rest[digits] == '.' {
		return false, r.embedded()
	}
	r.ip[r.at], r.ip[r.at+1] = byte(value>>8), byte(value)
	r.at += 2
	r.rest = r.rest[digits:]
	switch {
	case r.rest == "":
		return false, nil
	case r.rest[0] != ':':
		return false, r.fail("unexpected character, want colon")
	case len(r.rest) == 1:
		return false, r.fail("colon must be followed by more characters")
	}
	r.rest = r.rest[1:]
	if r.rest[0] != ':' {
		return true, nil
	}
	if r.gap >= 0 {
		return false, r.fail("multiple :: in address")
	}
	r.gap = r.at
	r.rest = r.rest[1:]
	return r.rest != "", nil
}

// embedded parses an IPv4 address in place of the last two fields.
func (r *reader6) embedded() error {
	if r.gap < 0 && r.at != 12 {
		return r.fail("embedded IPv4 address must replace the final 2 fields of the address")
	}
	if r.at+4 > 16 {
		return r.fail("too many hex fields to fit an embedded IPv4 at the end of the address")
	}
	v4, err := parse4(r.in, r.rest)
	if err != nil {
		return err
	}
	copy(r.ip[r.at:], v4[:])
	r.at += 4
	r.rest = ""
	return nil
}

// expand inserts zeros in place of ::.
func (r *reader6) expand() error {
	if r.rest != "" {
		return r.fail("trailing garbage after address")
	}
	if r.at == 16 {
		if r.gap >= 0 {
			return parseAddrError{in: r.in, msg: "the :: must expand to at least one field of zeros"}
		}
		return nil
	}
	if r.gap < 0 {
		return parseAddrError{in: r.in, msg: "address string too short"}
	}
	behind := r.at - r.gap
	copy(r.ip[16-behind:], r.ip[r.gap:r.at])
	clear(r.ip[r.gap : 16-behind])
	return nil
}
