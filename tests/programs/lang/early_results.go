package main

// Functions that return early with more words than registers hold.

import "errors"

//go:noinline
func split(s string) (head, tail string) {
	n := 0
	if len(s) > 0 && s[0] == '-' {
		n++
	}
	return s[:n], s[n:]
}

var calls int

func note() { calls++ }

//go:noinline
func first(s []byte, deep bool) ([]byte, error) {
	if s == nil {
		return []byte("null"), nil
	}
	if len(s) < 3 {
		return s, errShort
	}
	if deep {
		note()
	}
	return s, nil
}

//go:noinline
func six(n int, f func()) (a, b int, ok bool, d int, err error) {
	if n != 7 {
		return 10, n, true, n * 2, errShort
	}
	f()
	return 1, 2, false, 3, nil
}

var errShort = errors.New("short")

func main() {
	heads, tails := 0, 0
	for i := range 200000 {
		text := "-abc"[i&1:]
		head, tail := split(text)
		heads, tails = heads+len(head), tails+len(tail)
		if _, err := first([]byte(text[:2]), true); err != errShort {
			println("no error", i)
		}
		a, b, ok, d, err := six(i, note)
		if i != 7 && (a != 10 || b != i || !ok || d != 2*i || err != errShort) {
			println("wrong", a, b, ok, d, i)
		}
	}
	x, err := first([]byte("long"), true)
	println(heads, tails, string(x), err == nil, calls)
}

// Stderr:
// 100000 600000 long true 2
