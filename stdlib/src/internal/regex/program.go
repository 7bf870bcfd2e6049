package regex

import (
	"strings"
	"unicode/utf8"
)

// A Program is an expression ready to match.
type Program struct {
	// Names has the names of the groups; the whole match is group 0.
	Names []string
	// Prefix is text that each match begins with; Whole, that it is all of it.
	Prefix string
	Whole  bool
	// Longest prefers the longest match to the first alternative.
	Longest bool

	*machine
}

// A machine is what matches: the code of an expression, and the key under which the natives find what they made of it.
type machine struct {
	code []rune
	key  string
	last checkedText
}

// Compile makes an expression ready.
func Compile(expr string, posix bool) (*Program, error) {
	n, names, err := parse(expr, posix)
	if err != nil {
		return nil, err
	}
	m := &machine{code: n.encode(nil)}
	m.key = digest(m.code)
	p := &Program{Names: names, Longest: posix, machine: m}
	p.Prefix, p.Whole = n.prefix()
	return p, nil
}

// encode appends the code of n: that of its parts, then what it makes of them.
func (n *node) encode(code []rune) []rune {
	for _, s := range n.subs {
		code = s.encode(code)
	}
	lazy := rune(0)
	if n.lazy {
		lazy = 1
	}
	switch n.kind {
	case class:
		code = append(code, rune(class), rune(len(n.ranges)))
		return append(code, n.ranges...)
	case star:
		return append(code, rune(repeat), 0, -1, lazy)
	case plus:
		return append(code, rune(repeat), 1, -1, lazy)
	case quest:
		return append(code, rune(repeat), 0, 1, lazy)
	case repeat:
		return append(code, rune(repeat), rune(n.min), rune(n.max), lazy)
	case capture:
		return append(code, rune(capture), rune(n.index))
	case concat, alternate:
		return append(code, rune(n.kind), rune(len(n.subs)))
	}
	return append(code, rune(n.kind))
}

const (
	// maxSize is how many instructions Go allows, for 128 MB.
	maxSize = 128 << 20 / 40
	// maxRunes is how many bounds of ranges Go allows, for as much.
	maxRunes = 128 << 20 / 4
)

// checkSize refuses what Go would.
func (p *parser) checkSize(n *node) {
	runes := 0
	if n.size(&runes) > maxSize || runes > maxRunes {
		fail("expression too large", p.expr)
	}
}

// size returns how many instructions Go would make of n, and adds the bounds of its ranges to runes.
func (n *node) size(runes *int) int {
	size := 0
	for _, s := range n.subs {
		size += s.size(runes)
	}
	*runes += len(n.ranges)
	switch n.kind {
	case capture, star:
		size += 2
	case plus, quest:
		size++
	case alternate:
		size += len(n.subs) - 1
	case repeat:
		switch {
		case n.max < 0 && n.min == 0:
			size += 2
		case n.max < 0:
			size = 1 + n.min*size
		default:
			size = n.max*size + n.max - n.min
		}
	}
	return min(max(size, 1), 1<<40)
}

// parts returns what n joins.
func (n *node) parts() []*node {
	if n.kind == concat {
		return n.subs
	}
	return []*node{n}
}

// prefix returns text that each match of n begins with, and whether it is all of it, as Go finds them: an expression
// that begins with ^ has a prefix if it ends with $, or has no choices and ends with text; it is whole if $ follows it.
func (n *node) prefix() (string, bool) {
	parts := n.parts()
	if parts[0].kind != beginText {
		return n.lead(true)
	}
	var text strings.Builder
	end := 1
	for ; end < len(parts); end++ {
		s, whole := parts[end].lead(false)
		text.WriteString(s)
		if !whole {
			break
		}
	}
	rest := parts[end:]
	switch parts[len(parts)-1].kind {
	case endText:
	case beginText, beginLine, endLine, wordEdge, noWordEdge:
		return "", false
	default:
		if n.hasChoice() {
			return "", false
		}
	}
	return text.String(), text.Len() > 0 && len(rest) == 1 && rest[0].kind == endText
}

// hasChoice reports whether there are two ways through n.
func (n *node) hasChoice() bool {
	switch n.kind {
	case star, plus, quest, alternate:
		return true
	case repeat:
		if n.min != n.max {
			return true
		}
	}
	for _, s := range n.subs {
		if s.hasChoice() {
			return true
		}
	}
	return false
}

// lead returns text that n begins with, and whether it is all of it; groups may be looked into.
func (n *node) lead(groups bool) (string, bool) {
	switch n.kind {
	case empty:
		return "", true
	case class:
		if r := n.ranges; len(r) == 2 && r[0] == r[1] && r[0] != utf8.RuneError {
			return string(r[0]), true
		}
	case capture:
		if groups {
			return n.subs[0].lead(groups)
		}
	case plus:
		s, _ := n.subs[0].lead(groups)
		return s, false
	case repeat:
		s, whole := n.subs[0].lead(groups)
		switch {
		case n.max == 0:
			return "", true
		case n.min == 0:
			return "", false
		case !whole:
			return s, false
		}
		return strings.Repeat(s, n.min), n.min == n.max
	case concat:
		text := ""
		for _, s := range n.subs {
			more, whole := s.lead(groups)
			text += more
			if !whole {
				return text, false
			}
		}
		return text, true
	case alternate:
		return n.common()
	}
	return "", false
}

// common returns the text that all alternatives begin with, and whether it is all of each.
func (n *node) common() (string, bool) {
	text, all := n.subs[0].lead(false)
	for _, s := range n.subs[1:] {
		other, whole := s.lead(false)
		all = all && whole && other == text
		for !strings.HasPrefix(other, text) {
			_, size := utf8.DecodeLastRuneInString(text)
			text = text[:len(text)-size]
		}
	}
	return text, all
}
