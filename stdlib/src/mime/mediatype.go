// Package mime handles media types: their names and parameters, file extensions, and encoded words
// in headers.
package mime

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// ErrInvalidMediaParameter means that the type is valid, but its parameters are not.
var ErrInvalidMediaParameter = errors.New("mime: invalid media parameter")

// specials are the characters that end a token (RFC 2045).
const specials = `()<>@,;:\"/[]?=`

func isSpecial(c byte) bool { return strings.IndexByte(specials, c) >= 0 }

func isTokenChar(c byte) bool { return '!' <= c && c <= '~' && !isSpecial(c) }

func isToken(s string) bool {
	token, rest := cutToken(s)
	return token != "" && rest == ""
}

// cutToken cuts off a token, which may be empty.
func cutToken(s string) (token, rest string) {
	n := 0
	for n < len(s) && isTokenChar(s[n]) {
		n++
	}
	return s[:n], s[n:]
}

const upperDigits = "0123456789ABCDEF"

// FormatMediaType formats a type with parameters, sorted; "" if a name is not a token. Characters beyond ASCII are
// escaped (RFC 2231).
func FormatMediaType(t string, param map[string]string) string {
	major, sub, ok := strings.Cut(t, "/")
	if !isToken(major) || ok && !isToken(sub) {
		return ""
	}
	b := []byte(strings.ToLower(t))
	for _, name := range slices.Sorted(maps.Keys(param)) {
		if !isToken(name) {
			return ""
		}
		b = append(append(b, "; "...), strings.ToLower(name)...)
		value := param[name]
		switch {
		case needsEncoding(value):
			b = appendEscaped(append(b, "*=utf-8''"...), value)
		case isToken(value):
			b = append(append(b, '='), value...)
		default:
			b = append(b, `="`...)
			for i := range len(value) {
				if value[i] == '"' || value[i] == '\\' {
					b = append(b, '\\')
				}
				b = append(b, value[i])
			}
			b = append(b, '"')
		}
	}
	return string(b)
}

func appendEscaped(b []byte, value string) []byte {
	for i := range len(value) {
		c := value[i]
		if isTokenChar(c) && c != '*' && c != '\'' && c != '%' {
			b = append(b, c)
		} else {
			b = append(b, '%', upperDigits[c>>4], upperDigits[c&15])
		}
	}
	return b
}

// checkType returns an error unless s is "type/subtype" or a disposition.
func checkType(s string) error {
	major, rest := cutToken(s)
	if major == "" {
		return errors.New("mime: no media type")
	}
	if rest == "" {
		return nil
	}
	if rest[0] != '/' {
		return errors.New("mime: expected slash after first token")
	}
	sub, rest := cutToken(rest[1:])
	if sub == "" {
		return errors.New("mime: expected token after slash")
	}
	if rest != "" {
		return errors.New("mime: unexpected content after media subtype")
	}
	return nil
}

// ParseMediaType parses a type or disposition with parameters; it converts the type and the parameters' names to lower
// case. With ErrInvalidMediaParameter it returns the type too.
func ParseMediaType(v string) (mediatype string, params map[string]string, err error) {
	base, _, _ := strings.Cut(v, ";")
	mediatype = strings.TrimSpace(strings.ToLower(base))
	if err := checkType(mediatype); err != nil {
		return "", nil, err
	}
	params = make(map[string]string)
	pieces := make(map[string]map[string]string) // values that are split into pieces, by name
	v = skipBlanks(v[len(base):])
	for v != "" {
		name, value, rest, ok := cutParam(v)
		if !ok {
			if strings.TrimSpace(v) == ";" {
				break // accepted at the end
			}
			return mediatype, nil, ErrInvalidMediaParameter
		}
		into := params
		if whole, _, cut := strings.Cut(name, "*"); cut {
			if into = pieces[whole]; into == nil {
				into = make(map[string]string)
				pieces[whole] = into
			}
		}
		if old, twice := into[name]; twice && old != value {
			return "", nil, errors.New("mime: duplicate parameter name")
		}
		into[name] = value
		v = skipBlanks(rest)
	}
	for name, list := range pieces {
		if value, ok := join(name, list); ok {
			params[name] = value
		}
	}
	return mediatype, params, nil
}

func skipBlanks(s string) string { return strings.TrimLeftFunc(s, unicode.IsSpace) }

// cutParam cuts off "; name=value".
func cutParam(v string) (name, value, rest string, ok bool) {
	if rest, ok = strings.CutPrefix(skipBlanks(v), ";"); !ok {
		return "", "", v, false
	}
	name, rest = cutToken(skipBlanks(rest))
	if rest, ok = strings.CutPrefix(skipBlanks(rest), "="); !ok || name == "" {
		return "", "", v, false
	}
	value, rest, ok = cutValue(skipBlanks(rest))
	return strings.ToLower(name), value, rest, ok
}

// cutValue cuts off a token or a quoted string.
func cutValue(v string) (value, rest string, ok bool) {
	if v == "" || v[0] != '"' {
		value, rest = cutToken(v)
		return value, rest, value != ""
	}
	var b []byte
	for i := 1; i < len(v); i++ {
		c := v[i]
		switch {
		case c == '"':
			return string(b), v[i+1:], true
		case c == '\r' || c == '\n':
			return "", v, false
		case c == '\\' && i+1 < len(v) && isSpecial(v[i+1]):
			// Other backslashes are kept: some programs send Windows paths.
			i++
			c = v[i]
		}
		b = append(b, c)
	}
	return "", v, false
}

// join joins a value's pieces: "name*", or "name*0", "name*1" and so on; another star means that the piece is escaped.
func join(name string, pieces map[string]string) (value string, ok bool) {
	if whole, ok := pieces[name+"*"]; ok {
		return unescapeCharset(whole)
	}
	for n := 0; ; n++ {
		key := name + "*" + strconv.Itoa(n)
		piece, plain := pieces[key]
		if !plain {
			escaped, more := pieces[key+"*"]
			if !more {
				return value, n > 0
			}
			if n == 0 {
				piece, _ = unescapeCharset(escaped)
			} else {
				piece, _ = unescape(escaped)
			}
		}
		value += piece
	}
}

// unescapeCharset reads "charset'language'text".
func unescapeCharset(v string) (string, bool) {
	charset, v, _ := strings.Cut(v, "'")
	_, text, ok := strings.Cut(v, "'")
	charset = strings.ToLower(charset)
	if !ok || charset != "us-ascii" && charset != "utf-8" {
		return "", false
	}
	return unescape(text)
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	}
	return 0, false
}

func unescape(s string) (string, bool) {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' {
			if i+2 >= len(s) {
				return "", false
			}
			high, ok1 := hexDigit(s[i+1])
			low, ok2 := hexDigit(s[i+2])
			if !ok1 || !ok2 {
				return "", false
			}
			c = high<<4 | low
			i += 2
		}
		b = append(b, c)
	}
	return string(b), true
}
