package path

import (
	"errors"
	"unicode/utf8"
)

// ErrBadPattern means that a pattern is malformed.
var ErrBadPattern = errors.New("syntax error in pattern")

// Match tells whether all of name matches pattern: '*' any run without '/', '?' one character but '/', '[a-z]' '[^a]' a class,
// '\\c' the character c.
func Match(pattern, name string) (matched bool, err error) {
	// star and mark remember the last '*' and where its run began to match, for going back
	star, mark := -1, 0
	p, n := 0, 0
	for p < len(pattern) || n < len(name) {
		if p < len(pattern) && pattern[p] == '*' {
			star, mark = p, n
			p++
			continue
		}
		if p < len(pattern) && n < len(name) {
			np, nn, ok, err := matchOne(pattern, p, name, n)
			if err != nil {
				return false, err
			}
			if ok {
				p, n = np, nn
				continue
			}
		}
		if star >= 0 && mark < len(name) && name[mark] != '/' {
			_, size := utf8.DecodeRuneInString(name[mark:])
			mark += size
			p, n = star+1, mark
			continue
		}
		return false, check(pattern[p:])
	}
	return true, nil
}

// matchOne matches the pattern element at p with the character at n.
func matchOne(pattern string, p int, name string, n int) (np, nn int, ok bool, err error) {
	r, size := utf8.DecodeRuneInString(name[n:])
	switch pattern[p] {
	case '?':
		return p + 1, n + size, r != '/', nil
	case '[':
		np, ok, err = matchClass(pattern, p+1, r)
		return np, n + size, ok, err
	case '\\':
		p++
		if p == len(pattern) {
			return p, n, false, ErrBadPattern
		}
	}
	return p + 1, n + 1, pattern[p] == name[n], nil
}

// matchClass matches r with the class whose '[' stands before p and returns the place after its ']'.
func matchClass(pattern string, p int, r rune) (np int, ok bool, err error) {
	negated := p < len(pattern) && pattern[p] == '^'
	if negated {
		p++
	}
	for ranges := 0; ; ranges++ {
		if p < len(pattern) && pattern[p] == ']' && ranges > 0 {
			return p + 1, ok != negated, nil
		}
		var lo, hi rune
		if lo, p, err = classChar(pattern, p); err != nil {
			return p, false, err
		}
		hi = lo
		if pattern[p] == '-' {
			if hi, p, err = classChar(pattern, p+1); err != nil {
				return p, false, err
			}
		}
		if lo <= r && r <= hi {
			ok = true
		}
	}
}

// classChar reads one character of a class; something must follow it.
func classChar(pattern string, p int) (r rune, np int, err error) {
	if p >= len(pattern) || pattern[p] == '-' || pattern[p] == ']' {
		return 0, p, ErrBadPattern
	}
	if pattern[p] == '\\' {
		p++
		if p >= len(pattern) {
			return 0, p, ErrBadPattern
		}
	}
	r, size := utf8.DecodeRuneInString(pattern[p:])
	p += size
	if r == utf8.RuneError && size == 1 || p >= len(pattern) {
		return 0, p, ErrBadPattern
	}
	return r, p, nil
}

// check looks for mistakes in the part of a pattern that a mismatch left unread.
func check(pattern string) error {
	for p := 0; p < len(pattern); {
		switch pattern[p] {
		case '\\':
			p += 2
			if p > len(pattern) {
				return ErrBadPattern
			}
		case '[':
			np, _, err := matchClass(pattern, p+1, -1)
			if err != nil {
				return err
			}
			p = np
		default:
			p++
		}
	}
	return nil
}
