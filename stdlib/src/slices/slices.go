// Package slices has functions for slices of any type.
package slices

import (
	"cmp"
	"unsafe"
)

// Equal reports whether the slices have equal elements.
func Equal[S ~[]E, E comparable](s1, s2 S) bool {
	if len(s1) != len(s2) {
		return false
	}
	for i := range s1 {
		if s1[i] != s2[i] {
			return false
		}
	}
	return true
}

// EqualFunc is Equal with eq to compare elements.
func EqualFunc[S1 ~[]E1, S2 ~[]E2, E1, E2 any](s1 S1, s2 S2, eq func(E1, E2) bool) bool {
	if len(s1) != len(s2) {
		return false
	}
	for i, v1 := range s1 {
		if !eq(v1, s2[i]) {
			return false
		}
	}
	return true
}

// Compare compares the slices element by element; if all are equal, the shorter one is less.
func Compare[S ~[]E, E cmp.Ordered](s1, s2 S) int {
	for i, v1 := range s1 {
		if i >= len(s2) {
			return +1
		}
		if c := cmp.Compare(v1, s2[i]); c != 0 {
			return c
		}
	}
	if len(s1) < len(s2) {
		return -1
	}
	return 0
}

// CompareFunc is Compare with cmp to compare elements.
func CompareFunc[S1 ~[]E1, S2 ~[]E2, E1, E2 any](s1 S1, s2 S2, cmp func(E1, E2) int) int {
	for i, v1 := range s1 {
		if i >= len(s2) {
			return +1
		}
		if c := cmp(v1, s2[i]); c != 0 {
			return c
		}
	}
	if len(s1) < len(s2) {
		return -1
	}
	return 0
}

// Index returns the index of the first v in s, -1 if there is none.
func Index[S ~[]E, E comparable](s S, v E) int {
	for i := range s {
		if v == s[i] {
			return i
		}
	}
	return -1
}

// IndexFunc returns the index of the first element for which f is true, -1 if there is none.
func IndexFunc[S ~[]E, E any](s S, f func(E) bool) int {
	for i := range s {
		if f(s[i]) {
			return i
		}
	}
	return -1
}

// Contains reports whether v is in s.
func Contains[S ~[]E, E comparable](s S, v E) bool { return Index(s, v) >= 0 }

// ContainsFunc reports whether f is true for an element of s.
func ContainsFunc[S ~[]E, E any](s S, f func(E) bool) bool { return IndexFunc(s, f) >= 0 }

// Insert inserts v at s[i].
func Insert[S ~[]E, E any](s S, i int, v ...E) S {
	tail := s[i:] // panics for an index out of range
	switch n := len(s) + len(v); {
	case len(v) == 0:
		return s
	case len(tail) == 0:
		return append(s, v...)
	case n > cap(s):
		return joined(s[:i], v, tail)
	}
	if overlap(v, s[i:len(s)+len(v)]) {
		v = append([]E(nil), v...)
	}
	out := s[:len(s)+len(v)]
	copy(out[i+len(v):], tail)
	copy(out[i:], v)
	return out
}

// joined returns head, v and tail in new memory; the caller has found that head lacks room.
func joined[S ~[]E, E any](head S, v []E, tail S) S {
	out := append(head, make(S, len(v)+len(tail))...)
	rest := out[len(head):]
	copy(rest[copy(rest, v):], tail)
	return out
}

// overlap reports whether a and b share memory: one begins within the other (see alias.AnyOverlap).
func overlap[E any](a, b []E) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	size := unsafe.Sizeof(a[0])
	if size == 0 {
		return false
	}
	a0, b0 := uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&b[0]))
	return a0-b0 < uintptr(len(b))*size || b0-a0 < uintptr(len(a))*size
}

// Delete removes s[i:j] and zeroes the elements behind the new end.
func Delete[S ~[]E, E any](s S, i, j int) S {
	_ = s[i:j:len(s)] // panics for indices out of range
	n := len(s) - (j - i)
	if n < len(s) {
		copy(s[i:], s[j:])
		clear(s[n:])
	}
	return s[:n]
}

// DeleteFunc removes the elements for which del is true and zeroes the elements behind the new end.
func DeleteFunc[S ~[]E, E any](s S, del func(E) bool) S {
	i := IndexFunc(s, del)
	if i < 0 {
		return s
	}
	for j := i + 1; j < len(s); j++ {
		if v := s[j]; !del(v) {
			s[i] = v
			i++
		}
	}
	clear(s[i:])
	return s[:i]
}

// Replace replaces s[i:j] by v.
func Replace[S ~[]E, E any](s S, i, j int, v ...E) S {
	_ = s[i:j] // panics for indices out of range
	if i == j {
		return Insert(s, i, v...)
	}
	tail, n := s[j:], len(s)-(j-i)+len(v)
	switch {
	case len(tail) == 0:
		out := append(s[:i], v...)
		clear(s[min(len(out), len(s)):])
		return out
	case n > cap(s):
		return joined(s[:i], v, tail)
	}
	if overlap(v, s[i:max(n, len(s))]) {
		v = append([]E(nil), v...)
	}
	out := s[:n]
	copy(out[i+len(v):], tail)
	copy(out[i:], v)
	if n < len(s) {
		clear(s[n:])
	}
	return out
}

// Clone returns a copy of s, nil if s is nil.
func Clone[S ~[]E, E any](s S) S {
	// An empty copy is not nil and does not keep the memory of s alive.
	if s == nil {
		return nil
	}
	return append(S([]E{}), s...)
}

// Compact replaces consecutive equal elements by the first and zeroes the elements behind the new end.
func Compact[S ~[]E, E comparable](s S) S {
	return CompactFunc(s, func(a, b E) bool { return a == b })
}

// CompactFunc is Compact with eq to compare elements; it keeps the first of a run.
func CompactFunc[S ~[]E, E any](s S, eq func(E, E) bool) S {
	if len(s) < 2 {
		return s
	}
	i := 1
	for k := 1; k < len(s); k++ {
		if !eq(s[k], s[k-1]) {
			if i != k {
				s[i] = s[k]
			}
			i++
		}
	}
	clear(s[i:])
	return s[:i]
}

// Grow makes room for n more elements.
func Grow[S ~[]E, E any](s S, n int) S {
	if n < 0 {
		panic("cannot be negative")
	}
	more := n - (cap(s) - len(s))
	if more <= 0 {
		return s
	}
	grown := append(s[:cap(s)], make([]E, more)...)
	return grown[:len(s)]
}

// Clip drops the unused capacity.
func Clip[S ~[]E, E any](s S) S { return s[:len(s):len(s)] }

// Reverse reverses the elements in place.
func Reverse[S ~[]E, E any](s S) {
	last := len(s) - 1
	for i := range len(s) / 2 {
		s[i], s[last-i] = s[last-i], s[i]
	}
}

// Concat returns a new slice of the elements of all slices.
func Concat[S ~[]E, E any](slices ...S) S {
	var n uint
	for _, s := range slices {
		if n += uint(len(s)); n > 1<<63-1 {
			panic("len out of range")
		}
	}
	out := Grow[S](nil, int(n))[:n]
	for rest := out; len(slices) > 0; slices = slices[1:] {
		rest = rest[copy(rest, slices[0]):]
	}
	return out
}

// Repeat returns a new slice of count copies of x in a row.
func Repeat[S ~[]E, E any](x S, count int) S {
	if count < 0 {
		panic("cannot be negative")
	}
	if len(x) > 0 && count > (1<<63-1)/len(x) {
		panic("the result of (len(x) * count) overflows")
	}
	out := make(S, len(x)*count)
	n := copy(out, x)
	for n > 0 && n < len(out) {
		n += copy(out[n:], out[:n])
	}
	return out
}
