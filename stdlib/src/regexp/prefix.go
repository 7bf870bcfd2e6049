package regexp

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// literalPrefix returns the text with which each match begins, and whether it is the whole match. As in Go, an
// expression that begins with ^ has a prefix only if one pass without backtracking matches it.
func (re *Regexp) literalPrefix() (string, bool) {
	tree, err := syntax.Parse(re.expr, re.flags)
	if err != nil {
		return "", false
	}
	prog, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return "", false
	}
	if p := newOnePass(prog); p.holds() {
		return p.prefix()
	}
	return prog.Prefix()
}

// A onePass checks that an anchored program has, for each character, only one way to continue.
type onePass struct {
	insts []syntax.Inst
	start uint32

	// first has the beginning of each instruction that has been computed. If a loop leads back to an instruction
	// whose beginning is being computed, the value so far is used: thus a loop around a part that may be empty counts as
	// two ways.
	first map[uint32]beginning
	// looked has the instructions that were visited since the last character.
	looked map[uint32]bool
}

// A beginning is the characters with which the program can continue at an instruction, as sorted ranges, and whether it can match there.
type beginning struct {
	runes []rune
	ends  bool
}

func newOnePass(prog *syntax.Prog) *onePass {
	return &onePass{insts: prog.Inst, start: uint32(prog.Start), first: map[uint32]beginning{}}
}

func (p *onePass) holds() bool {
	if !p.tests(p.start, syntax.EmptyBeginText) || !p.endsAtEnd() {
		return false
	}
	p.joinLoops()
	todo, seen := []uint32{p.start}, map[uint32]bool{p.start: true}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		p.looked = map[uint32]bool{}
		steps, ok := p.look(at, nil)
		if !ok {
			return false
		}
		for _, step := range steps {
			if !seen[step] {
				seen[step] = true
				todo = append(todo, step)
			}
		}
	}
	return true
}

// tests reports whether the instruction tests the condition.
func (p *onePass) tests(at uint32, condition syntax.EmptyOp) bool {
	i := &p.insts[at]
	return i.Op == syntax.InstEmptyWidth && syntax.EmptyOp(i.Arg)&condition != 0
}

// endsAtEnd reports whether every match ends at the end of the text. Without choices it need not be.
func (p *onePass) endsAtEnd() bool {
	isMatch := func(at uint32) bool { return p.insts[at].Op == syntax.InstMatch }
	choices := slices.ContainsFunc(p.insts, func(i syntax.Inst) bool { return i.Op == syntax.InstAlt })
	for at := range p.insts {
		switch i := &p.insts[at]; i.Op {
		case syntax.InstAlt:
			if isMatch(i.Out) || isMatch(i.Arg) {
				return false
			}
		case syntax.InstEmptyWidth:
			if isMatch(i.Out) && !p.tests(uint32(at), syntax.EmptyEndText) {
				return false
			}
		default:
			if choices && isMatch(i.Out) {
				return false
			}
		}
	}
	return true
}

// joinLoops merges two choices into one where a loop inside a loop would have two ways to the same instruction.
func (p *onePass) joinLoops() {
	p.insts = slices.Clone(p.insts)
	for at := range p.insts {
		outer := &p.insts[at]
		if outer.Op != syntax.InstAlt {
			continue
		}
		to, on := &outer.Arg, &outer.Out
		if p.insts[*to].Op != syntax.InstAlt {
			to, on = on, to
		}
		inner := &p.insts[*to]
		if inner.Op != syntax.InstAlt || p.insts[*on].Op == syntax.InstAlt {
			continue
		}
		back, other := &inner.Out, &inner.Arg
		if *back != uint32(at) && *other == uint32(at) {
			back, other = other, back
		}
		if *back == uint32(at) {
			*back = *on
		}
		if *back == *on {
			*to = *other
		}
	}
}

// look returns the beginning of all paths from the instruction up to the next character; false if a character has
// several ways. It stores the beginnings.
func (p *onePass) look(at uint32, steps []uint32) (_ []uint32, ok bool) {
	if p.looked[at] {
		return steps, true
	}
	p.looked[at] = true
	b := beginning{}
	switch i := &p.insts[at]; i.Op {
	case syntax.InstMatch:
		b.ends = true
	case syntax.InstFail:
	case syntax.InstAlt:
		for _, way := range []uint32{i.Out, i.Arg} {
			if steps, ok = p.look(way, steps); !ok {
				return nil, false
			}
		}
		x, y := p.first[i.Out], p.first[i.Arg]
		b.ends = x.ends || y.ends
		if b.runes, ok = merged(x.runes, y.runes); !ok || x.ends && y.ends {
			return nil, false
		}
	case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
		if steps, ok = p.look(i.Out, steps); !ok {
			return nil, false
		}
		b = p.first[i.Out]
	default:
		b.runes = runesOf(i)
		steps = append(steps, i.Out)
	}
	p.first[at] = b
	return steps, true
}

// runesOf returns the ranges of characters that the instruction accepts.
func runesOf(i *syntax.Inst) []rune {
	switch {
	case i.Op == syntax.InstRuneAny:
		return allRunes
	case i.Op == syntax.InstRuneAnyNotNL:
		return allButNewLine
	case len(i.Rune) != 1:
		return i.Rune
	}
	r := i.Rune[0]
	ranges := []rune{r, r}
	if syntax.Flags(i.Arg)&syntax.FoldCase != 0 {
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			ranges = append(ranges, f, f)
		}
		slices.Sort(ranges)
	}
	return ranges
}

// merged returns the union of ranges that must not have a character in common.
func merged(x, y []rune) (out []rune, ok bool) {
	for len(x) > 0 && len(y) > 0 {
		if x[0] > y[0] {
			x, y = y, x
		}
		if x[1] >= y[0] {
			return nil, false
		}
		out = append(out, x[:2]...)
		x = x[2:]
	}
	return append(append(out, x...), y...), true
}

// prefix returns the literal text after the beginning of the text, and whether the end of the text follows it.
func (p *onePass) prefix() (string, bool) {
	i := &p.insts[p.insts[p.start].Out]
	for i.Op == syntax.InstNop {
		i = &p.insts[i.Out]
	}
	var b strings.Builder
	for i.Op >= syntax.InstRune && len(i.Rune) == 1 && syntax.Flags(i.Arg)&syntax.FoldCase == 0 && i.Rune[0] != utf8.RuneError {
		b.WriteRune(i.Rune[0])
		i = &p.insts[i.Out]
	}
	if b.Len() == 0 {
		return "", i.Op == syntax.InstMatch
	}
	ends := i.Op == syntax.InstEmptyWidth && syntax.EmptyOp(i.Arg)&syntax.EmptyEndText != 0
	return b.String(), ends && p.insts[i.Out].Op == syntax.InstMatch
}
