package bytes

import (
	"iter"
	"unicode"
	"unicode/utf8"
)

// Lines returns an iterator over the lines of s, each with its newline.
func Lines(s []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		rest := s
		for len(rest) > 0 {
			line := rest
			if i := IndexByte(rest, '\n'); i >= 0 {
				line = rest[: i+1 : i+1]
			} else {
				line = rest[:len(rest):len(rest)]
			}
			rest = rest[len(line):]
			if !yield(line) {
				return
			}
		}
	}
}

// SplitSeq returns an iterator over the parts that Split returns.
func SplitSeq(s, sep []byte) iter.Seq[[]byte] { return splitSeq(s, sep, 0) }

// SplitAfterSeq returns an iterator over the parts that SplitAfter returns.
func SplitAfterSeq(s, sep []byte) iter.Seq[[]byte] { return splitSeq(s, sep, len(sep)) }

func splitSeq(s, sep []byte, save int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		rest := s
		if len(sep) == 0 {
			for len(rest) > 0 {
				_, size := utf8.DecodeRune(rest)
				if !yield(rest[:size:size]) {
					return
				}
				rest = rest[size:]
			}
			return
		}
		for {
			i := Index(rest, sep)
			if i < 0 {
				break
			}
			if !yield(rest[: i+save : i+save]) {
				return
			}
			rest = rest[i+len(sep):]
		}
		yield(rest[:len(rest):len(rest)])
	}
}

// FieldsSeq returns an iterator over the parts that Fields returns.
func FieldsSeq(s []byte) iter.Seq[[]byte] { return FieldsFuncSeq(s, unicode.IsSpace) }

// FieldsFuncSeq returns an iterator over the parts that FieldsFunc returns.
func FieldsFuncSeq(s []byte, f func(rune) bool) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		start := -1
		for i := 0; i < len(s); {
			r, size := utf8.DecodeRune(s[i:])
			if f(r) {
				if start >= 0 && !yield(s[start:i:i]) {
					return
				}
				start = -1
			} else if start < 0 {
				start = i
			}
			i += size
		}
		if start >= 0 {
			yield(s[start:len(s):len(s)])
		}
	}
}
