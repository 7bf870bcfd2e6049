package template

import (
	"fmt"
	"strings"
)

// isSafeURL reports whether a URL is relative or has a harmless scheme.
func isSafeURL(s string) bool {
	scheme, _, ok := strings.Cut(s, ":")
	if !ok || strings.Contains(scheme, "/") {
		return true
	}
	return strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https") || strings.EqualFold(scheme, "mailto")
}

func urlFilter(args ...any) string {
	s, t := stringify(args...)
	if t != contentTypeURL && !isSafeURL(s) {
		return "#" + filterFailsafe
	}
	return s
}

// urlEscaper escapes a part of a URL; a trusted URL is only normalized.
func urlEscaper(args ...any) string {
	s, t := stringify(args...)
	return escapeURL(s, t == contentTypeURL)
}

// urlNormalizer escapes characters that are not allowed in a URL.
func urlNormalizer(args ...any) string {
	s, _ := stringify(args...)
	return escapeURL(s, true)
}

// escapeURL escapes a URL, or, including the characters that separate its parts, a part of one.
func escapeURL(s string, whole bool) string {
	var b strings.Builder
	done := 0
	for i := range len(s) {
		c := s[i]
		switch {
		case isAlphaNum(c), strings.IndexByte("-._~", c) >= 0:
			continue
		case whole && strings.IndexByte("!#$&*+,/:;=?@[]", c) >= 0:
			continue
		case whole && c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			continue
		}
		b.WriteString(s[done:i])
		fmt.Fprintf(&b, "%%%02x", c)
		done = i + 1
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

func srcsetFilterAndEscaper(args ...any) string {
	s, t := stringify(args...)
	switch t {
	case contentTypeSrcset:
		return s
	case contentTypeURL:
		// A comma would separate two images.
		return strings.ReplaceAll(escapeURL(s, true), ",", "%2c")
	}
	images := strings.Split(s, ",")
	for i, image := range images {
		images[i] = srcsetImage(image)
	}
	return strings.Join(images, ",")
}

// srcsetImage escapes the URL of an image, which may be followed by a size.
func srcsetImage(s string) string {
	space := func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\f' || r == '\r' }
	url := strings.TrimLeftFunc(s, space)
	before := s[:len(s)-len(url)]
	size := ""
	if end := strings.IndexFunc(url, space); end >= 0 {
		url, size = url[:end], url[end:]
	}
	bad := func(r rune) bool { return !space(r) && !(r < 0x80 && isAlphaNum(byte(r))) }
	if !isSafeURL(url) || strings.ContainsFunc(size, bad) {
		return "#" + filterFailsafe
	}
	return before + escapeURL(url, true) + size
}
