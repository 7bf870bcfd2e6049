package template

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// filterFailsafe replaces values that cannot be made safe.
const filterFailsafe = "ZgotmplZ"

// replace replaces the runes for which by returns a text; others stay.
func replace(s string, by func(r rune) string) string {
	var b strings.Builder
	done := 0
	for i, size := 0, 0; i < len(s); i += size {
		var r rune
		r, size = utf8.DecodeRuneInString(s[i:])
		if text := by(r); text != "" {
			b.WriteString(s[done:i])
			b.WriteString(text)
			done = i + size
		}
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// htmlRune returns the escape of a rune in texts and quoted values.
func htmlRune(r rune) string {
	if r == '&' {
		return "&amp;"
	}
	return htmlRuneNorm(r)
}

// htmlRuneNorm is htmlRune for texts that may contain references already.
func htmlRuneNorm(r rune) string {
	switch r {
	case 0:
		return "\uFFFD"
	case '"':
		return "&#34;"
	case '\'':
		return "&#39;"
	case '+':
		return "&#43;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	}
	return ""
}

// nospaceRune returns the escape of a rune in unquoted values.
func nospaceRune(r rune) string {
	if r == '&' {
		return "&amp;"
	}
	return nospaceRuneNorm(r)
}

func nospaceRuneNorm(r rune) string {
	switch {
	case r == 0:
		return "&#xfffd;"
	case r >= '\t' && r <= '\r', r == ' ', r == '=', r == '`':
		return fmt.Sprintf("&#%d;", r)
	case r >= 0xfdd0 && r <= 0xfdef, r >= 0xfff0 && r <= 0xffff:
		return fmt.Sprintf("&#x%x;", r)
	}
	return htmlRuneNorm(r)
}

func htmlEscaper(args ...any) string {
	s, t := stringify(args...)
	if t == contentTypeHTML {
		return s
	}
	return replace(s, htmlRune)
}

func rcdataEscaper(args ...any) string {
	s, t := stringify(args...)
	if t == contentTypeHTML {
		return replace(s, htmlRuneNorm)
	}
	return replace(s, htmlRune)
}

func attrEscaper(args ...any) string {
	s, t := stringify(args...)
	if t == contentTypeHTML {
		return replace(stripTags(s), htmlRuneNorm)
	}
	return replace(s, htmlRune)
}

func htmlNospaceEscaper(args ...any) string {
	s, t := stringify(args...)
	switch {
	case s == "":
		return filterFailsafe
	case t == contentTypeHTML:
		return replace(stripTags(s), nospaceRuneNorm)
	}
	return replace(s, nospaceRune)
}

// htmlNameFilter accepts names of attributes with plain values, and replaces others.
func htmlNameFilter(args ...any) string {
	s, t := stringify(args...)
	if t == contentTypeHTMLAttr {
		return s
	}
	s = strings.ToLower(s)
	bad := func(r rune) bool { return !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z') }
	if s == "" || attrType(s) != contentTypePlain || strings.ContainsFunc(s, bad) {
		return filterFailsafe
	}
	return s
}

// commentEscaper drops values inside comments.
func commentEscaper(args ...any) string { return "" }

// stripTags returns the text of a fragment.
func stripTags(html string) string {
	var b strings.Builder
	s, c := []byte(html), context{}
	tags := false
	for len(s) > 0 {
		if c.delim != delimNone {
			// s is in the value of an attribute.
			end := strings.IndexAny(string(s), delimEnds[c.delim])
			if end < 0 {
				break
			}
			if c.delim != delimSpaceOrTagEnd {
				end++
			}
			c, s = context{state: stateTag, element: c.element}, s[end:]
			continue
		}
		at := c
		if c.element != elementNone && !c.state.inTag() {
			at.state = stateRCDATA
		}
		d, n := transition(at.state, c, s)
		if c.state == stateText || c.state == stateRCDATA {
			text := s[:n]
			if d.state != c.state {
				if tag := strings.LastIndexByte(string(text), '<'); tag >= 0 {
					text = text[:tag]
				}
			}
			b.Write(text)
		} else {
			tags = true
		}
		c, s = d, s[n:]
	}
	if !tags {
		return html
	}
	if c.state == stateText || c.state == stateRCDATA {
		b.Write(s)
	}
	return b.String()
}
