package net

import (
	"errors"
	"internal/rt"
	"strconv"
)

// The types of records.
const (
	typeA     = 1
	typeNS    = 2
	typeCNAME = 5
	typePTR   = 12
	typeMX    = 15
	typeTXT   = 16
	typeAAAA  = 28
	typeSRV   = 33
	typeOPT   = 41
)

var (
	errLameReferral   = errors.New("lame referral")
	errBadMessage     = errors.New("cannot unmarshal DNS message")
	errBadQuestion    = errors.New("cannot marshal DNS message")
	errMisbehaving    = errors.New("server misbehaving")
	errBadResponse    = errors.New("invalid DNS response")
	errNoAnswer       = errors.New("no answer from DNS server")
	errMalformedNames = "DNS response contained records which contain invalid names"
)

// A record is an answer of a name server.
type record struct {
	name string
	kind int
	at   int // where its data begins in the message
	end  int
}

// A reply is a message of a name server.
type reply struct {
	msg      []byte
	answers  []record
	rcode    int
	server   string
	cut      bool // the answer was truncated
	recurses bool
	decides  bool // the server is authoritative for the name
	others   bool // the answer refers to other servers
}

// question returns a query for records of a name, and its number.
func question(name string, kind int) (msg []byte, id uint16, err error) {
	id = uint16(rt.Random())
	msg = []byte{byte(id >> 8), byte(id), 1, 0, 0, 1, 0, 0, 0, 0, 0, 1}
	for label := ""; name != "" && name != "."; {
		i := index(name, '.', 0)
		if i <= 0 || i > 63 {
			return nil, 0, errBadQuestion
		}
		label, name = name[:i], name[i+1:]
		msg = append(append(msg, byte(i)), label...)
	}
	msg = append(msg, 0, byte(kind>>8), byte(kind), 0, 1)
	if len(msg) > 12+255+4 {
		return nil, 0, errBadQuestion
	}
	// This client accepts answers of up to 1232 bytes.
	return append(msg, 0, 0, typeOPT, 1232>>8, 1232&0xff, 0, 0, 0, 0, 0, 0), id, nil
}

func be16(b []byte) int { return int(b[0])<<8 | int(b[1]) }

// readName reads a name at an offset of a message; ok is false if it is invalid.
func readName(msg []byte, at int) (name string, next int, ok bool) {
	var text []byte
	next = -1
	for jumps := 0; ; {
		if at >= len(msg) {
			return "", 0, false
		}
		size := int(msg[at])
		at++
		switch size & 0xc0 {
		case 0:
			if size == 0 {
				if next < 0 {
					next = at
				}
				if len(text) == 0 {
					text = append(text, '.')
				}
				return string(text), next, len(text) <= 255
			}
			if at+size > len(msg) || index(string(msg[at:at+size]), '.', 0) >= 0 {
				return "", 0, false
			}
			text = append(append(text, msg[at:at+size]...), '.')
			at += size
		case 0xc0:
			if at >= len(msg) {
				return "", 0, false
			}
			if next < 0 {
				next = at + 1
			}
			if jumps++; jumps > 10 {
				return "", 0, false
			}
			at = (size&0x3f)<<8 | int(msg[at])
		default:
			return "", 0, false
		}
	}
}

// parseReply reads a message, if it answers the question.
func parseReply(msg, asked []byte, id uint16) (r *reply, ok bool) {
	if len(msg) < 12 || be16(msg) != int(id) || msg[2]&0x80 == 0 || be16(msg[4:]) != 1 {
		return nil, false
	}
	name, at, ok := readName(msg, 12)
	want, end, _ := readName(asked, 12)
	if !ok || at+4 > len(msg) || lower(name) != lower(want) || string(msg[at:at+4]) != string(asked[end:end+4]) {
		return nil, false
	}
	return &reply{
		msg: msg, rcode: int(msg[3] & 15), cut: msg[2]&2 != 0, recurses: msg[3]&0x80 != 0, decides: msg[2]&4 != 0,
		others: be16(msg[8:]) > 0,
	}, true
}

func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 32
		}
	}
	return string(b)
}

// readAnswers reads the answers of the message.
func (r *reply) readAnswers() bool {
	_, at, ok := readName(r.msg, 12)
	at += 4
	for range be16(r.msg[6:]) {
		var a record
		if a.name, at, ok = readName(r.msg, at); !ok || at+10 > len(r.msg) {
			return false
		}
		a.kind = be16(r.msg[at:])
		a.at = at + 10
		a.end = a.at + be16(r.msg[at+8:])
		if at = a.end; at > len(r.msg) {
			return false
		}
		r.answers = append(r.answers, a)
	}
	return true
}

// check returns the error in the message as an answer for records of a kind.
func (r *reply) check(kind int) error {
	if r.rcode == 3 {
		return errNoSuchHost
	}
	answers := be16(r.msg[6:])
	if r.rcode == 0 && !r.decides && !r.recurses && answers == 0 && !r.others {
		return errLameReferral
	}
	if r.rcode != 0 {
		return errMisbehaving
	}
	if !r.readAnswers() {
		return errBadMessage
	}
	for _, a := range r.answers {
		if a.kind == kind {
			return nil
		}
	}
	return errNoSuchHost
}

// nameAt returns the name in the data of an answer.
func (r *reply) nameAt(at int) (string, bool) {
	name, _, ok := readName(r.msg, at)
	return name, ok
}

// texts is the data of a TXT record, joined.
func (r *reply) text(a record) (string, bool) {
	s := ""
	for at := a.at; at < a.end; {
		next := at + 1 + int(r.msg[at])
		if next > a.end {
			return "", false
		}
		s += string(r.msg[at+1 : next])
		at = next
	}
	return s, true
}

// reverse returns the name under which an address is queried.
func reverse(addr string) (string, error) {
	ip := ParseIP(addr)
	if ip == nil {
		return "", &DNSError{Err: "unrecognized address", Name: addr}
	}
	s := ""
	if ip4 := ip.To4(); ip4 != nil {
		for _, b := range ip4 {
			s = strconv.Itoa(int(b)) + "." + s
		}
		return s + "in-addr.arpa.", nil
	}
	const digits = "0123456789abcdef"
	for _, b := range ip {
		s = digits[b&15:b&15+1] + "." + digits[b>>4:b>>4+1] + "." + s
	}
	return s + "ip6.arpa.", nil
}

// isDomainName reports whether a text may be a host name: labels of letters, digits, - and _, not only numbers.
func isDomainName(s string) bool {
	if s == "." {
		return true
	}
	if n := len(s); n == 0 || n > 254 || n == 254 && s[n-1] != '.' {
		return false
	}
	last, letters, size := byte('.'), false, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z', c == '_':
			letters = true
			size++
		case '0' <= c && c <= '9':
			size++
		case c == '-':
			if last == '.' {
				return false
			}
			letters = true
			size++
		case c == '.':
			if last == '.' || last == '-' || size > 63 {
				return false
			}
			size = 0
		default:
			return false
		}
		last = s[i]
	}
	return last != '-' && size <= 63 && letters
}
