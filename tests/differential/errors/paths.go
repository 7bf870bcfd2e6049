package main

import (
	"path"
	"path/filepath"
)

// paths matches random patterns.
func paths(p *prober) {
	parts := []string{"*", "*", "?", "[", "]", "^", "-", "\\", "a", "b", "é", "\xa9", "\xc3", "/", "[a-c]", "[^a]", "."}
	text := func(from []string, n int) (s string) {
		for range p.below(n) {
			s += pick(&p.random, from)
		}
		return s
	}
	for range p.count * 10 {
		pattern, name := text(parts, 8), text(parts[4:], 6)
		a, aerr := path.Match(pattern, name)
		b, berr := filepath.Match(pattern, name)
		p.say([]string{pattern, name}, a, aerr, b, berr, aerr == path.ErrBadPattern, berr == filepath.ErrBadPattern)
	}
}
