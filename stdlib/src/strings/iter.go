package strings

import (
	"iter"
	"unicode/utf8"
)

// Lines returns an iterator over the lines of s, each with its newline.
func Lines(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		rest := s
		for len(rest) > 0 {
			line := rest
			if i := IndexByte(rest, '\n'); i >= 0 {
				line = rest[:i+1]
			}
			rest = rest[len(line):]
			if !yield(line) {
				return
			}
		}
	}
}

// SplitSeq returns an iterator over the parts that Split returns.
func SplitSeq(s, sep string) iter.Seq[string] { return splitSeq(s, sep, 0) }

// SplitAfterSeq returns an iterator over the parts that SplitAfter returns.
func SplitAfterSeq(s, sep string) iter.Seq[string] { return splitSeq(s, sep, len(sep)) }

func splitSeq(s, sep string, save int) iter.Seq[string] {
	return func(yield func(string) bool) {
		rest := s
		if sep == "" {
			for len(rest) > 0 {
				_, size := utf8.DecodeRuneInString(rest)
				if !yield(rest[:size]) {
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
			if !yield(rest[:i+save]) {
				return
			}
			rest = rest[i+len(sep):]
		}
		yield(rest)
	}
}

// FieldsSeq returns an iterator over the parts that Fields returns.
func FieldsSeq(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, f := range Fields(s) {
			if !yield(f) {
				return
			}
		}
	}
}

// FieldsFuncSeq returns an iterator over the parts that FieldsFunc returns.
func FieldsFuncSeq(s string, f func(rune) bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := -1
		for i, r := range s {
			if !f(r) {
				if start < 0 {
					start = i
				}
				continue
			}
			if start >= 0 {
				if !yield(s[start:i]) {
					return
				}
				start = -1
			}
		}
		if start >= 0 {
			yield(s[start:])
		}
	}
}
