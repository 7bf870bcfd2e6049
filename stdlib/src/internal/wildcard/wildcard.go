// Package wildcard matches names with patterns, for package path, and for path/filepath, which checks less of a pattern.
package wildcard

import (
	"errors"
	"unicode/utf8"
)

// errBad is replaced by ErrBadPattern of the calling package.
var errBad = errors.New("bad pattern")

// Match is Match of packages path and path/filepath; bad means that the pattern is malformed. Package path checks
// the whole pattern if it does not match. Package path/filepath, for which whole is false, checks it up to
// the next '*' only.
func Match(pattern, name string, whole bool) (matched, bad bool) {
	// star and mark are the positions of the last '*' and of the end of its match, for backtracking
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
				return false, true
			}
			if ok {
				p, n = np, nn
				continue
			}
		}
		if star >= 0 && mark < len(name) && name[mark] != '/' {
			// By bytes, as in Go: the rest may begin inside a character.
			mark++
			p, n = star+1, mark
			continue
		}
		rest := pattern[p:]
		if !whole {
			rest = pattern[p:max(p, nextStar(pattern, star+1))]
		}
		return false, check(rest) != nil
	}
	return true, false
}

// nextStar returns the position of the next '*' from p on that is not in a class, or the pattern's end.
func nextStar(pattern string, p int) int {
	class := false
	for ; p < len(pattern); p++ {
		switch pattern[p] {
		case '\\':
			if p+1 < len(pattern) {
				p++
			}
		case '[':
			class = true
		case ']':
			class = false
		case '*':
			if !class {
				return p
			}
		}
	}
	return p
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
			return p, n, false, errBad
		}
	}
	return p + 1, n + 1, pattern[p] == name[n], nil
}

// matchClass matches r with the class after the '[' before p and returns the position after its ']'.
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

// classChar reads one character of a class, which must not end the pattern.
func classChar(pattern string, p int) (r rune, np int, err error) {
	if p >= len(pattern) || pattern[p] == '-' || pattern[p] == ']' {
		return 0, p, errBad
	}
	if pattern[p] == '\\' {
		p++
		if p >= len(pattern) {
			return 0, p, errBad
		}
	}
	r, size := utf8.DecodeRuneInString(pattern[p:])
	p += size
	if r == utf8.RuneError && size == 1 || p >= len(pattern) {
		return 0, p, errBad
	}
	return r, p, nil
}

// check checks the part of a pattern that was not read before the mismatch.
func check(pattern string) error {
	for p := 0; p < len(pattern); {
		switch pattern[p] {
		case '\\':
			p += 2
			if p > len(pattern) {
				return errBad
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
