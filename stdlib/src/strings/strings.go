// Package strings searches, takes apart and transforms strings.
package strings

import (
	"unicode"
	"unicode/utf8"
)

// Contains reports whether substr is in s.
func Contains(s, substr string) bool { return Index(s, substr) >= 0 }

// ContainsAny reports whether a rune of chars is in s.
func ContainsAny(s, chars string) bool { return IndexAny(s, chars) >= 0 }

// ContainsRune reports whether r is in s.
func ContainsRune(s string, r rune) bool { return IndexRune(s, r) >= 0 }

// ContainsFunc reports whether f is true for a rune of s.
func ContainsFunc(s string, f func(rune) bool) bool { return IndexFunc(s, f) >= 0 }

// HasPrefix reports whether s begins with prefix.
func HasPrefix(s, prefix string) bool { return len(s) >= len(prefix) && s[:len(prefix)] == prefix }

// HasSuffix reports whether s ends with suffix.
func HasSuffix(s, suffix string) bool {
	return len(s) >= len(suffix) && s[len(s)-len(suffix):] == suffix
}

// IndexFunc returns the index of the first rune of s for which f holds, -1 if there is none.
func IndexFunc(s string, f func(rune) bool) int {
	for i, r := range s {
		if f(r) {
			return i
		}
	}
	return -1
}

// LastIndexFunc returns the index of the last rune of s for which f holds, -1 if there is none.
func LastIndexFunc(s string, f func(rune) bool) int {
	for i := len(s); i > 0; {
		r, size := utf8.DecodeLastRuneInString(s[:i])
		i -= size
		if f(r) {
			return i
		}
	}
	return -1
}

func indexNotFunc(s string, f func(rune) bool) int {
	for i, r := range s {
		if !f(r) {
			return i
		}
	}
	return -1
}

// Split returns the parts of s between seps; every rune of s if sep is empty.
func Split(s, sep string) []string { return split(s, sep, 0, -1) }

// SplitN is Split into at most n parts, the last of which is the rest; n < 0 is no limit, 0 gives nil.
func SplitN(s, sep string, n int) []string { return split(s, sep, 0, n) }

// SplitAfter is Split that leaves sep at the end of each part.
func SplitAfter(s, sep string) []string { return split(s, sep, len(sep), -1) }

// SplitAfterN is SplitN that leaves sep at the end of each part.
func SplitAfterN(s, sep string, n int) []string { return split(s, sep, len(sep), n) }

// FieldsFunc returns the runs of runes of s for which f does not hold.
func FieldsFunc(s string, f func(rune) bool) []string {
	fields := []string{}
	start := -1
	for i, r := range s {
		if f(r) {
			if start >= 0 {
				fields = append(fields, s[start:i])
				start = -1
			}
		} else if start < 0 {
			start = i
		}
	}
	if start >= 0 {
		fields = append(fields, s[start:])
	}
	return fields
}

const (
	maxInt = int(^uint(0) >> 1)
	// No string has more bytes.
	maxSize = 1 << 47
)

// Repeat returns count copies of s in a row.
func Repeat(s string, count int) string {
	if count < 0 {
		panic("strings: negative Repeat count")
	}
	if len(s) > 0 && count > maxInt/len(s) {
		panic("strings: Repeat output length overflow")
	}
	if len(s)*count > maxSize {
		// make panics with Go's error if the length overflows.
		_ = make([]byte, len(s)*count)
	}
	return repeat(s, count)
}

// Replace replaces the first n non-overlapping old in s by new, all if n < 0. An empty old is before every rune and at
// the end.
func Replace(s, old, new string, n int) string {
	if old == new || n == 0 {
		return s
	}
	return replace(s, old, new, n)
}

// ReplaceAll replaces all non-overlapping occurrences of old in s by new.
func ReplaceAll(s, old, new string) string { return Replace(s, old, new, -1) }

// Clone returns a copy of s in memory of its own.
func Clone(s string) string {
	if len(s) == 0 {
		return ""
	}
	return string([]byte(s))
}

// Compare returns -1, 0 or +1 as a is before, equal to or after b.
func Compare(a, b string) int {
	if a == b {
		return 0
	}
	if a < b {
		return -1
	}
	return +1
}

// Cut returns what is before and after the first sep in s; s and "" if there is none.
func Cut(s, sep string) (before, after string, found bool) { return cutAt(s, Index(s, sep), len(sep)) }

// cutAt returns what is before and after the n bytes at a place in s; s alone if the place is -1.
func cutAt(s string, at, n int) (before, after string, found bool) {
	if at < 0 {
		return s, "", false
	}
	return s[:at], s[at+n:], true
}

// CutLast returns what is before and after the last sep in s; s and "" if there is none.
func CutLast(s, sep string) (before, after string, found bool) {
	return cutAt(s, LastIndex(s, sep), len(sep))
}

// CutPrefix returns s without prefix and whether s began with it.
func CutPrefix(s, prefix string) (after string, found bool) {
	if !HasPrefix(s, prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

// CutSuffix returns s without suffix and whether s ended with it.
func CutSuffix(s, suffix string) (before string, found bool) {
	if !HasSuffix(s, suffix) {
		return s, false
	}
	return s[:len(s)-len(suffix)], true
}

// TrimPrefix returns s without prefix.
func TrimPrefix(s, prefix string) string {
	if HasPrefix(s, prefix) {
		return s[len(prefix):]
	}
	return s
}

// TrimSuffix returns s without suffix.
func TrimSuffix(s, suffix string) string {
	if HasSuffix(s, suffix) {
		return s[:len(s)-len(suffix)]
	}
	return s
}

// TrimLeftFunc returns s without the leading runes for which f holds.
func TrimLeftFunc(s string, f func(rune) bool) string {
	i := indexNotFunc(s, f)
	if i < 0 {
		return ""
	}
	return s[i:]
}

// TrimRightFunc returns s without the trailing runes for which f holds.
func TrimRightFunc(s string, f func(rune) bool) string {
	for len(s) > 0 {
		r, size := utf8.DecodeLastRuneInString(s)
		if !f(r) {
			break
		}
		s = s[:len(s)-size]
	}
	return s
}

// TrimFunc returns s without the leading and trailing runes for which f holds.
func TrimFunc(s string, f func(rune) bool) string { return TrimRightFunc(TrimLeftFunc(s, f), f) }

// Trim returns s without leading and trailing runes of cutset.
func Trim(s, cutset string) string { return TrimRight(TrimLeft(s, cutset), cutset) }

// Map returns s with each rune r replaced by mapping(r), or dropped if that is negative.
func Map(mapping func(rune) rune, s string) string {
	var buf []byte
	for i, r := range s {
		m := mapping(r)
		if buf == nil {
			if m == r && (m != utf8.RuneError || HasPrefix(s[i:], "\uFFFD")) {
				continue
			}
			buf = make([]byte, i, len(s)+utf8.UTFMax)
			copy(buf, s[:i])
		}
		if m >= 0 {
			buf = utf8.AppendRune(buf, m)
		}
	}
	if buf == nil {
		return s
	}
	return string(buf)
}

// ToUpperSpecial is ToUpper by the case mapping c.
func ToUpperSpecial(c unicode.SpecialCase, s string) string { return Map(c.ToUpper, s) }

// ToLowerSpecial is ToLower by the case mapping c.
func ToLowerSpecial(c unicode.SpecialCase, s string) string { return Map(c.ToLower, s) }

// ToTitleSpecial is ToTitle by the case mapping c.
func ToTitleSpecial(c unicode.SpecialCase, s string) string { return Map(c.ToTitle, s) }

// Title returns s with the first letter of each word in title case.
//
// Deprecated: it does not handle the punctuation of words.
func Title(s string) string {
	prev := ' '
	return Map(func(r rune) rune {
		start := isSeparator(prev)
		prev = r
		if start {
			return unicode.ToTitle(r)
		}
		return r
	}, s)
}

func isSeparator(r rune) bool {
	if r < utf8.RuneSelf {
		switch {
		case '0' <= r && r <= '9', 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', r == '_':
			return false
		}
		return true
	}
	if unicode.IsLetter(r) || unicode.IsDigit(r) {
		return false
	}
	return unicode.IsSpace(r)
}
