package http2

import "strings"

// A Priority is how urgent a response is (RFC 9218): from 0, the most urgent, to 7; and whether the client uses the
// response's beginning before it has the end.
type Priority struct {
	Urgency     uint8
	Incremental bool
}

// ParsePriority reads a priority: a dictionary of structured fields (RFC 8941) in which u is an integer from 0 to 7, and
// i a boolean. ok is false where the text is malformed, or one of the two has another value, which does not count then.
func ParsePriority(text string) (priority Priority, ok bool) {
	none := Priority{Urgency: 3}
	priority, ok = none, true
	p := &fieldParser{strings.Trim(text, " ")}
	for p.rest != "" {
		key, found := p.key()
		if !found {
			return none, false
		}
		value := "?1"
		if p.take('=') {
			if value, found = p.value(); !found {
				return none, false
			}
		}
		if !p.parameters() {
			return none, false
		}
		switch {
		case key == "u" && len(value) == 1 && '0' <= value[0] && value[0] <= '7':
			priority.Urgency = value[0] - '0'
		case key == "i" && (value == "?0" || value == "?1"):
			priority.Incremental = value == "?1"
		case key == "u" || key == "i":
			ok = false
		}
		p.blanks()
		if p.rest == "" {
			break
		}
		if !p.take(',') {
			return none, false
		}
		if p.blanks(); p.rest == "" {
			return none, false
		}
	}
	return priority, ok
}

// A fieldParser reads structured fields; its methods return false where these are malformed.
type fieldParser struct{ rest string }

func (p *fieldParser) take(c byte) bool {
	if p.rest == "" || p.rest[0] != c {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

func (p *fieldParser) blanks() { p.rest = strings.TrimLeft(p.rest, " \t") }

// span takes the bytes that belong to a set, and letters and digits.
func (p *fieldParser) span(set string) string {
	n := 0
	for n < len(p.rest) && (isAlphanumeric(p.rest[n]) || strings.IndexByte(set, p.rest[n]) >= 0) {
		n++
	}
	text := p.rest[:n]
	p.rest = p.rest[n:]
	return text
}

func isAlphanumeric(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' }

func (p *fieldParser) key() (string, bool) {
	if p.rest == "" || p.rest[0] != '*' && (p.rest[0] < 'a' || p.rest[0] > 'z') {
		return "", false
	}
	key := p.span("_-.*")
	return key, strings.ToLower(key) == key
}

// value takes an item or a list of items.
func (p *fieldParser) value() (string, bool) {
	if !p.take('(') {
		return p.item()
	}
	for p.blanks(); !p.take(')'); p.blanks() {
		if _, ok := p.item(); !ok || !p.parameters() {
			return "", false
		}
	}
	return "()", true
}

func (p *fieldParser) item() (string, bool) {
	if p.rest == "" {
		return "", false
	}
	switch c := p.rest[0]; {
	case c == '"':
		return p.quoted()
	case c == ':':
		end := strings.IndexByte(p.rest[1:], ':')
		if end < 0 {
			return "", false
		}
		p.rest = p.rest[end+2:]
		return ":", true
	case c == '?':
		if len(p.rest) < 2 || p.rest[1] != '0' && p.rest[1] != '1' {
			return "", false
		}
		value := p.rest[:2]
		p.rest = p.rest[2:]
		return value, true
	case c == '-' || '0' <= c && c <= '9':
		sign := ""
		if p.take('-') {
			sign = "-"
		}
		digits := p.span(".")
		ok := digits != "" && strings.Trim(digits, "0123456789.") == "" && strings.Count(digits, ".") <= 1
		return sign + digits, ok && digits[0] != '.' && digits[len(digits)-1] != '.'
	case c == '*' || isAlphanumeric(c):
		return p.span("!#$%&'*+-.^_`|~:/"), true
	}
	return "", false
}

func (p *fieldParser) quoted() (string, bool) {
	for i := 1; i < len(p.rest); i++ {
		switch c := p.rest[i]; {
		case c == '\\':
			i++
			if i == len(p.rest) || p.rest[i] != '"' && p.rest[i] != '\\' {
				return "", false
			}
		case c == '"':
			text := p.rest[:i+1]
			p.rest = p.rest[i+1:]
			return text, true
		case c < ' ' || c > '~':
			return "", false
		}
	}
	return "", false
}

func (p *fieldParser) parameters() bool {
	for p.take(';') {
		p.blanks()
		if _, ok := p.key(); !ok {
			return false
		}
		if p.take('=') {
			if _, ok := p.item(); !ok {
				return false
			}
		}
	}
	return true
}
