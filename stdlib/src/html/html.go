// Package html escapes and unescapes text for HTML.
package html

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

var escaper = strings.NewReplacer("&", "&amp;", "'", "&#39;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

// EscapeString writes <, >, &, ' and " as character references.
func EscapeString(s string) string { return escaper.Replace(s) }

// UnescapeString replaces the references in s with their characters, also those that HTML allows without a semicolon.
func UnescapeString(s string) string {
	at := strings.IndexByte(s, '&')
	if at < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for at >= 0 {
		out = append(out, s[:at]...)
		s = s[at:]
		var width int
		if strings.HasPrefix(s, "&#") {
			out, width = appendNumbered(out, s)
		} else {
			out, width = appendNamed(out, s)
		}
		s = s[width:]
		at = strings.IndexByte(s, '&')
	}
	return string(append(out, s...))
}

// windows has the characters of Windows-1252 from 0x80 on, which HTML uses for references to these control characters.
const windows = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

// appendNumbered appends the character for "&#233;" or "&#xe9;" at the beginning of s, and returns the length of the reference.
func appendNumbered(out []byte, s string) ([]byte, int) {
	if len(s) <= 3 {
		return append(out, '&'), 1
	}
	at, base := 2, rune(10)
	if s[2]|0x20 == 'x' {
		at, base = 3, 16
	}
	x := rune(0)
	for at < len(s) {
		c := s[at]
		digit := rune(c) - '0'
		if base == 16 && 'a' <= c|0x20 && c|0x20 <= 'f' {
			digit = rune(c|0x20) - 'a' + 10
		} else if c < '0' || c > '9' {
			break
		}
		x = x*base + digit
		at++
	}
	if at < len(s) && s[at] == ';' {
		at++
	}
	if at <= 3 {
		return append(out, '&'), 1
	}
	if 0x80 <= x && x < 0xa0 {
		x = []rune(windows)[x-0x80]
	} else if x == 0 {
		x = utf8.RuneError
	}
	return utf8.AppendRune(out, x), at
}

func isAlphanumeric(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// longestBare is the length of the longest name that is valid without a semicolon.
const longestBare = 6

// appendNamed appends the characters for "&eacute;" at the beginning of s, and returns the length of the reference.
func appendNamed(out []byte, s string) ([]byte, int) {
	end := 1
	for end < len(s) && isAlphanumeric(s[end]) {
		end++
	}
	name := s[1:end]
	semicolon := end < len(s) && s[end] == ';'
	if runes := entity(name, semicolon); runes != "" {
		if semicolon {
			end++
		}
		return append(out, runes...), end
	}
	longest := len(name) - 1
	if semicolon {
		longest++
	}
	for n := min(longest, longestBare); n > 1; n-- {
		if runes := entity(name[:n], false); runes != "" {
			return append(out, runes...), n + 1
		}
	}
	if semicolon {
		end++
	}
	return append(out, s[:end]...), end
}

// entity returns the characters of a name with or without a semicolon, "" if there is no such name.
func entity(name string, semicolon bool) string {
	if name == "" {
		return ""
	}
	key := " " + name
	at := strings.Index(entities, key+"!")
	if at < 0 && semicolon {
		at = strings.Index(entities, key+"=")
	}
	if at < 0 {
		return ""
	}
	codes := entities[at+len(key)+1:]
	text := ""
	for code := range strings.SplitSeq(codes[:strings.IndexAny(codes, " \n")], ",") {
		x, _ := strconv.ParseUint(code, 16, 32)
		text += string(rune(x))
	}
	return text
}
