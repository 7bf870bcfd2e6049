package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// take reads a rune.
func (p *parser) take() (r rune) {
	r, p.rest = next(p.rest)
	return r
}

// has skips s if it is next, and reports whether it was.
func (p *parser) has(s string) (found bool) {
	p.rest, found = strings.CutPrefix(p.rest, s)
	return found
}

// folded returns the smallest of the runes that differ in case only, if the flags say to ignore case.
func (p *parser) folded(r rune) rune {
	least := r
	if p.flags&FoldCase != 0 {
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			least = min(least, f)
		}
	}
	return least
}

func (p *parser) literal(r rune) {
	re := p.node(OpLiteral)
	re.Rune0[0] = p.folded(r)
	re.Rune = re.Rune0[:1]
	p.push(re)
}

// extend appends the rune to the literal before it, if another rune follows so that no repetition can apply to this
// one: the result is the same as that of literal and join.
func (p *parser) extend(r rune) bool {
	seq := p.top().seq
	if len(seq) == 0 || p.rest == "" || !IsWordChar(rune(p.rest[0])) {
		return false
	}
	last := seq[len(seq)-1]
	if last.Op != OpLiteral || (last.Flags^p.flags)&FoldCase != 0 {
		return false
	}
	p.join()
	last = p.top().seq[len(p.top().seq)-1]
	last.Rune = append(last.Rune, p.folded(r))
	p.runes++
	// The limits count the node that literal would have made.
	p.nodes = max(p.nodes, p.live+1)
	return true
}

// escaped parses the rune of an escape after the backslash.
func (p *parser) escaped(start string) rune {
	if p.rest == "" {
		fail(ErrTrailingBackslash, "")
	}
	c := p.take()
	switch {
	case '1' <= c && c <= '7' && (p.rest == "" || p.rest[0] < '0' || p.rest[0] > '7'):
	case '0' <= c && c <= '7':
		r := c - '0'
		for n := 1; n < 3 && p.rest != "" && '0' <= p.rest[0] && p.rest[0] <= '7'; n++ {
			r = r*8 + p.take() - '0'
		}
		return r
	case c == 'x':
		if r := p.hex(); r >= 0 {
			return r
		}
	case c == 'a':
		return 7
	case c == 'f':
		return '\f'
	case c == 'n':
		return '\n'
	case c == 'r':
		return '\r'
	case c == 't':
		return '\t'
	case c == 'v':
		return '\v'
	case c < utf8.RuneSelf && !unicode.IsLetter(c) && !unicode.IsDigit(c):
		return c
	}
	fail(ErrInvalidEscape, start[:len(start)-len(p.rest)])
	return 0
}

// hex reads the digits of \xFF or \x{10FFFF}; negative if they are wrong.
func (p *parser) hex() rune {
	if p.rest == "" {
		return -1
	}
	first := p.take()
	if first != '{' {
		if p.rest == "" {
			return -1
		}
		// Both digits are read before either is checked, because the error shows both.
		high, low := hexDigit(first), hexDigit(p.take())
		if high < 0 || low < 0 {
			return -1
		}
		return high<<4 | low
	}
	r := rune(0)
	for n := 0; p.rest != ""; n++ {
		c := p.take()
		if c == '}' && n > 0 {
			return r
		}
		digit := hexDigit(c)
		if digit < 0 {
			return -1
		}
		if r = r<<4 | digit; r > unicode.MaxRune {
			return -1
		}
	}
	return -1
}

func hexDigit(c rune) rune {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10
	}
	return -1
}
