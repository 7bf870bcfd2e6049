package syntax

import (
	"internal/regex"
	"slices"
	"unicode"
)

// factor factors out common beginnings of branches: ABC|ABD|AEF becomes A(B[CD]|EF).
func (p *parser) factor(subs []*Regexp) []*Regexp {
	subs = p.byText(subs)
	subs = p.byFirst(subs)
	subs = p.byClass(subs)
	// Of consecutive branches that match the empty text one is enough.
	out := subs[:0]
	for i, sub := range subs {
		if i+1 == len(subs) || sub.Op != OpEmptyMatch || subs[i+1].Op != OpEmptyMatch {
			out = append(out, sub)
		}
	}
	return out
}

// prefixed returns a common beginning, followed by an alternation of the rests of the branches.
func (p *parser) prefixed(prefix *Regexp, rests []*Regexp) *Regexp {
	for _, rest := range rests {
		p.check(rest)
	}
	re := p.node(OpConcat)
	re.Flags = 0
	re.Sub = []*Regexp{prefix, p.collapse(rests, OpAlternate)}
	return re
}

// byText factors out a text with which consecutive branches begin.
func (p *parser) byText(subs []*Regexp) (out []*Regexp) {
	for len(subs) > 0 {
		text, flags := leadingText(subs[0])
		n := 1
		for ; n < len(subs); n++ {
			other, otherFlags := leadingText(subs[n])
			same := common(text, other)
			if same == 0 || flags != otherFlags {
				break
			}
			text = text[:same]
		}
		if n == 1 {
			out = append(out, subs[0])
		} else {
			prefix := p.node(OpLiteral)
			prefix.Flags, prefix.Rune = flags, slices.Clone(text)
			rests := make([]*Regexp, n)
			for i, sub := range subs[:n] {
				rests[i] = p.withoutText(sub, len(prefix.Rune))
			}
			out = append(out, p.prefixed(prefix, rests))
		}
		subs = subs[n:]
	}
	return out
}

func common(a, b []rune) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func leadingText(re *Regexp) ([]rune, Flags) {
	if re.Op == OpConcat && len(re.Sub) > 0 {
		re = re.Sub[0]
	}
	if re.Op != OpLiteral {
		return nil, 0
	}
	return re.Rune, re.Flags & FoldCase
}

// withoutText returns the node without its first n runes.
func (p *parser) withoutText(re *Regexp, n int) *Regexp {
	text := re
	if re.Op == OpConcat {
		text = re.Sub[0]
	}
	text.Rune = text.Rune[n:]
	if len(text.Rune) > 0 {
		return re
	}
	if re.Op == OpConcat {
		return p.withoutFirst(re)
	}
	re.Op = OpEmptyMatch
	return re
}

// withoutFirst returns a concatenation without its first node.
func (p *parser) withoutFirst(re *Regexp) *Regexp {
	p.live--
	if re.Sub = re.Sub[1:]; len(re.Sub) > 1 {
		return re
	}
	p.live--
	return re.Sub[0]
}

// byFirst factors out nodes with which consecutive branches begin: only classes, because for others the preference
// among the branches would change.
func (p *parser) byFirst(subs []*Regexp) (out []*Regexp) {
	for len(subs) > 0 {
		first, n := leading(subs[0]), 1
		if first != nil && (isClass(first) || first.Op == OpRepeat && first.Min == first.Max && isClass(first.Sub[0])) {
			for n < len(subs) && first.Equal(leading(subs[n])) {
				n++
			}
		}
		if n == 1 {
			out = append(out, subs[0])
		} else {
			rests := make([]*Regexp, n)
			for i, sub := range subs[:n] {
				if sub.Op == OpConcat {
					rests[i] = p.withoutFirst(sub)
				} else {
					rests[i] = p.node(OpEmptyMatch)
					rests[i].Flags = 0
				}
			}
			out = append(out, p.prefixed(first, rests))
		}
		subs = subs[n:]
	}
	return out
}

func leading(re *Regexp) *Regexp {
	if re.Op == OpConcat && len(re.Sub) > 0 {
		re = re.Sub[0]
	}
	if re.Op == OpEmptyMatch {
		return nil
	}
	return re
}

// byClass merges consecutive branches that match one character into a class.
func (p *parser) byClass(subs []*Regexp) (out []*Regexp) {
	for len(subs) > 0 {
		n := 0
		for n < len(subs) && isClass(subs[n]) {
			n++
		}
		if n < 2 {
			out = append(out, subs[0])
			subs = subs[1:]
			continue
		}
		most := 0
		for i, sub := range subs[:n] {
			if sub.Op > subs[most].Op || sub.Op == subs[most].Op && len(sub.Rune) > len(subs[most].Rune) {
				most = i
			}
		}
		subs[0], subs[most] = subs[most], subs[0]
		for _, sub := range subs[1:n] {
			merge(subs[0], sub)
			p.live--
		}
		tidy(subs[0])
		out = append(out, subs[0])
		subs = subs[n:]
	}
	return out
}

// merge merges two nodes into a class; the result is the one with the more complex type.
func merge(re, simple *Regexp) {
	switch re.Op {
	case OpAnyCharNotNL:
		if hasNewLine(simple) {
			re.Op = OpAnyChar
		}
	case OpLiteral:
		if simple.Rune[0] == re.Rune[0] && simple.Flags == re.Flags {
			return
		}
		re.Op, re.Rune = OpCharClass, append(ranges(re), ranges(simple)...)
	case OpCharClass:
		re.Rune = append(re.Rune, ranges(simple)...)
	}
}

// ranges returns the ranges of a class, or of a literal of one rune.
func ranges(re *Regexp) []rune {
	if re.Op == OpLiteral {
		return regex.Clean([]rune{re.Rune[0], re.Rune[0]}, re.Flags&FoldCase != 0, false)
	}
	return re.Rune
}

func hasNewLine(re *Regexp) bool {
	if re.Op == OpAnyChar || re.Op == OpLiteral {
		return re.Op == OpAnyChar || re.Rune[0] == '\n'
	}
	for pair := range slices.Chunk(re.Rune, 2) {
		if pair[0] <= '\n' && '\n' <= pair[1] {
			return true
		}
	}
	return false
}

// tidy sorts the ranges of a class, and detects whether it has all characters, or all but line breaks.
func tidy(re *Regexp) {
	if re.Op != OpCharClass {
		return
	}
	re.Rune = regex.Clean(re.Rune, false, false)
	if slices.Equal(re.Rune, []rune{0, unicode.MaxRune}) {
		re.Op, re.Rune = OpAnyChar, nil
	} else if slices.Equal(re.Rune, []rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune}) {
		re.Op, re.Rune = OpAnyCharNotNL, nil
	}
}
