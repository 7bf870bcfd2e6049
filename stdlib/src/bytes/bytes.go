// Package bytes searches, takes apart and transforms slices of bytes; it is package strings for []byte.
package bytes

import (
	"unicode"
	"unicode/utf8"
)

// Contains reports whether subslice is in b.
func Contains(b, subslice []byte) bool { return Index(b, subslice) >= 0 }

// ContainsAny reports whether a rune of chars is in b.
func ContainsAny(b []byte, chars string) bool { return IndexAny(b, chars) >= 0 }

// ContainsRune reports whether r is in b.
func ContainsRune(b []byte, r rune) bool { return IndexRune(b, r) >= 0 }

// ContainsFunc reports whether f holds for a rune of b.
func ContainsFunc(b []byte, f func(rune) bool) bool { return IndexFunc(b, f) >= 0 }

// HasPrefix reports whether s begins with prefix.
func HasPrefix(s, prefix []byte) bool {
	return len(s) >= len(prefix) && Equal(s[:len(prefix)], prefix)
}

// HasSuffix reports whether s ends with suffix.
func HasSuffix(s, suffix []byte) bool {
	return len(s) >= len(suffix) && Equal(s[len(s)-len(suffix):], suffix)
}

// IndexFunc returns the index of the first rune of s for which f holds, -1 if there is none.
func IndexFunc(s []byte, f func(r rune) bool) int { return indexFunc(s, f, true) }

func indexFunc(s []byte, f func(r rune) bool, want bool) int {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRune(s[i:])
		if f(r) == want {
			return i
		}
		i += size
	}
	return -1
}

// LastIndexFunc returns the index of the last rune of s for which f holds, -1 if there is none.
func LastIndexFunc(s []byte, f func(r rune) bool) int {
	for i := len(s); i > 0; {
		r, size := utf8.DecodeLastRune(s[:i])
		i -= size
		if f(r) {
			return i
		}
	}
	return -1
}

// split returns at most n parts of s (n < 0: all), each with the first save bytes of its separator.
func split(s, sep []byte, save, n int) [][]byte {
	if n == 0 {
		return nil
	}
	if len(sep) == 0 {
		return explode(s, n)
	}
	if n < 0 {
		n = Count(s, sep) + 1
	}
	if n > len(s)+1 {
		n = len(s) + 1
	}
	parts := make([][]byte, 0, n)
	for len(parts) < n-1 {
		i := Index(s, sep)
		if i < 0 {
			break
		}
		parts = append(parts, s[:i+save:i+save])
		s = s[i+len(sep):]
	}
	return append(parts, s)
}

// explode returns the UTF-8 encoding of each rune of s; at most n elements, the last of which is the rest.
func explode(s []byte, n int) [][]byte {
	if n < 0 || n > len(s) {
		n = len(s)
	}
	parts := make([][]byte, 0, n)
	for len(s) > 0 {
		if len(parts) == n-1 {
			return append(parts, s)
		}
		_, size := utf8.DecodeRune(s)
		parts = append(parts, s[:size:size])
		s = s[size:]
	}
	return parts
}

// Split returns the parts of s between seps; every rune of s if sep is empty.
func Split(s, sep []byte) [][]byte { return split(s, sep, 0, -1) }

// SplitN is Split into at most n parts, the last of which is the rest; n < 0 is no limit, 0 gives nil.
func SplitN(s, sep []byte, n int) [][]byte { return split(s, sep, 0, n) }

// SplitAfter is Split that leaves sep at the end of each part.
func SplitAfter(s, sep []byte) [][]byte { return split(s, sep, len(sep), -1) }

// SplitAfterN is SplitN that leaves sep at the end of each part.
func SplitAfterN(s, sep []byte, n int) [][]byte { return split(s, sep, len(sep), n) }

// Fields returns the runs of s without white space.
func Fields(s []byte) [][]byte { return FieldsFunc(s, unicode.IsSpace) }

// FieldsFunc returns the runs of runes of s for which f does not hold.
func FieldsFunc(s []byte, f func(rune) bool) [][]byte {
	fields := [][]byte{}
	start := -1
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(s[i:])
		}
		if f(r) {
			if start >= 0 {
				fields = append(fields, s[start:i:i])
				start = -1
			}
		} else if start < 0 {
			start = i
		}
		i += size
	}
	if start >= 0 {
		fields = append(fields, s[start:len(s):len(s)])
	}
	return fields
}

// Join returns the elements of s in a row with sep between them.
func Join(s [][]byte, sep []byte) []byte {
	if len(s) == 0 {
		return []byte{}
	}
	if len(s) == 1 {
		return append([]byte(nil), s[0]...)
	}
	n := len(sep) * (len(s) - 1)
	for _, b := range s {
		n += len(b)
	}
	out := append(make([]byte, 0, n), s[0]...)
	for _, b := range s[1:] {
		out = append(out, sep...)
		out = append(out, b...)
	}
	return out
}

const (
	maxInt = int(^uint(0) >> 1)
	// No slice has more bytes.
	maxSize = 1 << 47
)

// Repeat returns count copies of b in a row.
func Repeat(b []byte, count int) []byte {
	if count < 0 {
		panic("bytes: negative Repeat count")
	}
	if len(b) > 0 && count > maxInt/len(b) {
		panic("bytes: Repeat output length overflow")
	}
	if len(b)*count > maxSize {
		// make panics with Go's error if the length overflows.
		_ = make([]byte, len(b)*count)
	}
	return repeat(b, count)
}

// Replace returns a copy of s with the first n non-overlapping old replaced by new, all if n < 0. An empty old is
// before every rune and at the end.
func Replace(s, old, new []byte, n int) []byte { return replace(s, old, new, n) }

// ReplaceAll returns a copy of s with all non-overlapping old replaced by new.
func ReplaceAll(s, old, new []byte) []byte { return replace(s, old, new, -1) }

// Clone returns a copy of b, nil if b is nil.
func Clone(b []byte) []byte {
	if b == nil {
		return nil
	}
	return append([]byte{}, b...)
}

// Cut returns what is before and after the first sep in s; s and nil if there is none.
func Cut(s, sep []byte) (before, after []byte, found bool) { return cutAt(s, Index(s, sep), len(sep)) }

// cutAt returns what is before and after the n bytes at a place in s; s alone if the place is -1.
func cutAt(s []byte, at, n int) (before, after []byte, found bool) {
	if at < 0 {
		return s, nil, false
	}
	return s[:at], s[at+n:], true
}

// CutLast returns what is before and after the last sep in s; s and nil if there is none.
func CutLast(s, sep []byte) (before, after []byte, found bool) {
	return cutAt(s, LastIndex(s, sep), len(sep))
}

// CutPrefix returns s without prefix and whether s began with it.
func CutPrefix(s, prefix []byte) (after []byte, found bool) {
	if !HasPrefix(s, prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

// CutSuffix returns s without suffix and whether s ended with it.
func CutSuffix(s, suffix []byte) (before []byte, found bool) {
	if !HasSuffix(s, suffix) {
		return s, false
	}
	return s[:len(s)-len(suffix)], true
}

// TrimPrefix returns s without prefix.
func TrimPrefix(s, prefix []byte) []byte {
	if HasPrefix(s, prefix) {
		return s[len(prefix):]
	}
	return s
}

// TrimSuffix returns s without suffix.
func TrimSuffix(s, suffix []byte) []byte {
	if HasSuffix(s, suffix) {
		return s[:len(s)-len(suffix)]
	}
	return s
}

// TrimLeftFunc returns s without the leading runes for which f holds.
func TrimLeftFunc(s []byte, f func(r rune) bool) []byte {
	i := indexFunc(s, f, false)
	if i < 0 {
		return nil
	}
	return s[i:]
}

// TrimRightFunc returns s without the trailing runes for which f holds.
func TrimRightFunc(s []byte, f func(r rune) bool) []byte {
	for len(s) > 0 {
		r, size := utf8.DecodeLastRune(s)
		if !f(r) {
			break
		}
		s = s[:len(s)-size]
	}
	return s
}

// TrimFunc returns s without the leading and trailing runes for which f holds.
func TrimFunc(s []byte, f func(r rune) bool) []byte { return TrimRightFunc(TrimLeftFunc(s, f), f) }

// nonEmpty returns s[from:to], nil if that is empty.
func nonEmpty(s []byte, from, to int) []byte {
	if from >= to {
		return nil
	}
	return s[from:to]
}

// Trim returns s without leading and trailing runes of cutset.
func Trim(s []byte, cutset string) []byte {
	if len(s) == 0 {
		return nil
	}
	if cutset == "" {
		return s
	}
	from, to := trimBounds(s, cutset, true, true)
	return nonEmpty(s, from, to)
}

// TrimLeft returns s without its leading runes that are in cutset.
func TrimLeft(s []byte, cutset string) []byte {
	if len(s) == 0 {
		return nil
	}
	if cutset == "" {
		return s
	}
	from, to := trimBounds(s, cutset, true, false)
	return nonEmpty(s, from, to)
}

// TrimRight returns s without its trailing runes that are in cutset.
func TrimRight(s []byte, cutset string) []byte {
	if len(s) == 0 || cutset == "" {
		return s
	}
	_, to := trimBounds(s, cutset, false, true)
	return s[:to]
}

// TrimSpace returns s without leading and trailing white space, nil if nothing is left.
func TrimSpace(s []byte) []byte {
	from, to := spaceBounds(s)
	return nonEmpty(s, from, to)
}

// Map returns a copy of s with each rune r replaced by mapping(r), or dropped if that is negative.
func Map(mapping func(r rune) rune, s []byte) []byte {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRune(s[i:])
		if r = mapping(r); r >= 0 {
			out = utf8.AppendRune(out, r)
		}
		i += size
	}
	return out
}

// Runes returns the runes of s.
func Runes(s []byte) []rune { return []rune(string(s)) }

// ToUpperSpecial is ToUpper by the case mapping c.
func ToUpperSpecial(c unicode.SpecialCase, s []byte) []byte { return Map(c.ToUpper, s) }

// ToLowerSpecial is ToLower by the case mapping c.
func ToLowerSpecial(c unicode.SpecialCase, s []byte) []byte { return Map(c.ToLower, s) }

// ToTitleSpecial is ToTitle by the case mapping c.
func ToTitleSpecial(c unicode.SpecialCase, s []byte) []byte { return Map(c.ToTitle, s) }

// Title returns a copy of s with the first letter of each word in title case.
//
// Deprecated: it does not handle the punctuation of words.
func Title(s []byte) []byte {
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
