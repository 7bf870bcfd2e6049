package template

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func hexValue(c byte) rune {
	if c <= '9' {
		return rune(c - '0')
	}
	return rune(c|0x20-'a') + 10
}

func isCSSSpace(c byte) bool { return c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == ' ' }

// isCSSNmchar reports whether a CSS name may contain the rune.
func isCSSNmchar(r rune) bool {
	return r < utf8.RuneSelf && isAlphaNum(byte(r)) || r == '-' || r == '_' ||
		r >= 0x80 && r <= 0xd7ff || r >= 0xe000 && r <= 0xfffd || r >= 0x10000 && r <= 0x10ffff
}

// endsWithCSSKeyword reports whether s ends with the keyword, in lower or upper case.
func endsWithCSSKeyword(s []byte, name string) bool {
	begin := len(s) - len(name)
	if begin < 0 || string(bytes.ToLower(s[begin:])) != name {
		return false
	}
	before, _ := utf8.DecodeLastRune(s[:begin])
	return begin == 0 || !isCSSNmchar(before)
}

// decodeCSS replaces the escapes in a CSS text.
func decodeCSS(s []byte) []byte {
	if bytes.IndexByte(s, '\\') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for len(s) > 0 {
		if s[0] != '\\' {
			out, s = append(out, s[0]), s[1:]
			continue
		}
		if s = s[1:]; len(s) == 0 {
			break
		}
		if !isHex(s[0]) {
			_, n := utf8.DecodeRune(s)
			out, s = append(out, s[:n]...), s[n:]
			continue
		}
		r, n := rune(0), 0
		for n < len(s) && n < 6 && isHex(s[n]) && r<<4|hexValue(s[n]) <= unicode.MaxRune {
			r = r<<4 | hexValue(s[n])
			n++
		}
		out = utf8.AppendRune(out, r)
		// A blank after an escape belongs to the escape.
		if s = s[n:]; bytes.HasPrefix(s, []byte("\r\n")) {
			s = s[2:]
		} else if len(s) > 0 && isCSSSpace(s[0]) {
			s = s[1:]
		}
	}
	return out
}

// cssEscaper escapes values for CSS strings.
func cssEscaper(args ...any) string {
	s, _ := stringify(args...)
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		switch {
		case c == '\\':
			b.WriteString(`\\`)
		case c == 0 || c == '\t' || c == '\n' || c == '\f' || c == '\r' || strings.IndexByte(`"&'()+/:;<>{}`, c) >= 0:
			fmt.Fprintf(&b, `\%x`, c)
			// The next character must not become a part of the number.
			if i+1 == len(s) || isHex(s[i+1]) || isCSSSpace(s[i+1]) {
				b.WriteByte(' ')
			}
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// cssValueFilter accepts values that are words, numbers, colours and similar, and replaces others.
func cssValueFilter(args ...any) string {
	s, t := stringify(args...)
	if t == contentTypeCSS {
		return s
	}
	value := decodeCSS([]byte(s))
	if bytes.ContainsAny(value, "\x00\"'()/;@[\\]`{}<>") || bytes.Contains(value, []byte("--")) {
		return filterFailsafe
	}
	word := strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && r != '-' && isCSSNmchar(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, string(value))
	// Both words run scripts in some browsers.
	if strings.Contains(word, "expression") || strings.Contains(word, "mozbinding") {
		return filterFailsafe
	}
	return string(value)
}
