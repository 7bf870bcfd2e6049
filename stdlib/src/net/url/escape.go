package url

import (
	"strconv"
	"strings"
)

// An EscapeError is a % without two hexadecimal digits, or an escape that is not allowed where it is.
type EscapeError string

func (e EscapeError) Error() string { return "invalid URL escape " + strconv.Quote(string(e)) }

// An InvalidHostError is a character that is not allowed in a host.
type InvalidHostError string

func (e InvalidHostError) Error() string {
	return "invalid character " + strconv.Quote(string(e)) + " in host name"
}

// A part is a part of a URL; each part has its own characters that need no escape.
type part uint8

const (
	inPath part = 1 << iota
	inSegment
	inHost
	inZone
	inUser
	inQuery
	inFragment
)

// plain has, for each byte, the parts in which the byte needs no escape.
var plain = plainBytes()

func plainBytes() (plain [256]part) {
	add := func(bytes string, parts part) {
		for i := range len(bytes) {
			plain[bytes[i]] |= parts
		}
	}
	add("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~", 0xff)
	add("$&+,/:;=@", inPath)
	add("$&+:=@", inSegment)
	add("!$&'()*+,;=:[]<>\"", inHost|inZone)
	add("$&+,;=", inUser)
	add("$&+,/:;=?@!()*", inFragment)
	return plain
}

// hexDigit returns the value of a hexadecimal digit.
func hexDigit(c byte) (value byte, ok bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	}
	return 0, false
}

// escapedByte returns the byte of the escape at the beginning of s.
func escapedByte(s string, p part) (byte, error) {
	if len(s) < 3 {
		return 0, EscapeError(s)
	}
	s = s[:3]
	high, ok1 := hexDigit(s[1])
	low, ok2 := hexDigit(s[2])
	c := high<<4 | low
	switch {
	case !ok1 || !ok2:
		return 0, EscapeError(s)
	case s == "%25":
	case p == inHost && c < 0x80:
		// By RFC 6874 a host may only escape characters beyond ASCII.
		return 0, EscapeError(s)
	case p == inZone && c != ' ' && plain[c]&inHost == 0:
		return 0, EscapeError(s)
	}
	return c, nil
}

func unescape(s string, p part) (string, error) {
	var out []byte // nil as long as no byte was escaped
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%':
			b, err := escapedByte(s[i:], p)
			if err != nil {
				return "", err
			}
			out = append(append(out, s[from:i]...), b)
			i += 2
			from = i + 1
		case c == '+' && p == inQuery:
			out = append(append(out, s[from:i]...), ' ')
			from = i + 1
		case p&(inHost|inZone) != 0 && c < 0x80 && plain[c]&p == 0:
			return "", InvalidHostError(s[i : i+1])
		}
	}
	if from == 0 {
		return s, nil
	}
	return string(append(out, s[from:]...)), nil
}

func escape(s string, p part) string {
	const digits = "0123456789ABCDEF"
	var out []byte
	from := 0
	for i := range len(s) {
		c := s[i]
		if plain[c]&p != 0 {
			continue
		}
		if out == nil {
			out = make([]byte, 0, len(s)+len(s)/2+8)
		}
		out = append(out, s[from:i]...)
		if c == ' ' && p == inQuery {
			out = append(out, '+')
		} else {
			out = append(out, '%', digits[c>>4], digits[c&15])
		}
		from = i + 1
	}
	if from == 0 {
		return s
	}
	return string(append(out, s[from:]...))
}

// validEncoded reports whether s is a valid encoding of a path or fragment, though escape may write it differently.
func validEncoded(s string, p part) bool {
	for i := range len(s) {
		if plain[s[i]]&p == 0 && strings.IndexByte("!$&'()*+,;=:@[]%", s[i]) < 0 {
			return false
		}
	}
	return true
}

// QueryEscape escapes a key or value of a query.
func QueryEscape(s string) string { return escape(s, inQuery) }

// QueryUnescape reverses QueryEscape.
func QueryUnescape(s string) (string, error) { return unescape(s, inQuery) }

// PathEscape escapes one segment of a path.
func PathEscape(s string) string { return escape(s, inSegment) }

// PathUnescape reverses PathEscape.
func PathUnescape(s string) (string, error) { return unescape(s, inSegment) }
