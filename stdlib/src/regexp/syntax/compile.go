package syntax

import "unicode"

// A part is the compiled code of a node of the syntax tree. A part without code never matches.
type part struct {
	start uint32
	ends  []hole // the exits of the part, whose targets are not known yet
	empty bool   // whether the part can match the empty text
}

// A hole is an instruction's Out, or its Arg if odd, that is not set yet.
type hole uint32

type compiler struct{ p *Prog }

// Compile compiles an expression that Simplify has returned.
func Compile(re *Regexp) (*Prog, error) {
	c := compiler{&Prog{NumCap: 2}}
	c.add(InstFail, 0)
	all := c.node(re)
	c.lead(all, c.add(InstMatch, 0))
	c.p.Start = int(all.start)
	return c.p, nil
}

func (c compiler) add(op InstOp, arg uint32) uint32 {
	c.p.Inst = append(c.p.Inst, Inst{Op: op, Arg: arg})
	return uint32(len(c.p.Inst) - 1)
}

// step appends an instruction that continues at Out.
func (c compiler) step(op InstOp, arg uint32) part {
	at := c.add(op, arg)
	return part{at, []hole{hole(at << 1)}, true}
}

// lead sets the exits of a part to an instruction.
func (c compiler) lead(f part, to uint32) {
	for _, h := range f.ends {
		if i := &c.p.Inst[h>>1]; h&1 == 0 {
			i.Out = to
		} else {
			i.Arg = to
		}
	}
}

var empties = map[Op]EmptyOp{
	OpBeginLine: EmptyBeginLine, OpEndLine: EmptyEndLine, OpBeginText: EmptyBeginText, OpEndText: EmptyEndText,
	OpWordBoundary: EmptyWordBoundary, OpNoWordBoundary: EmptyNoWordBoundary,
}

func (c compiler) node(re *Regexp) part {
	lazy := re.Flags&NonGreedy != 0
	switch re.Op {
	case OpNoMatch:
		return part{}
	case OpEmptyMatch:
		return c.step(InstNop, 0)
	case OpLiteral:
		return c.chain(len(re.Rune), func(i int) part { return c.runes(re.Rune[i:i+1], re.Flags) })
	case OpCharClass:
		return c.runes(re.Rune, re.Flags)
	case OpAnyCharNotNL:
		return c.runes([]rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune}, 0)
	case OpAnyChar:
		return c.runes([]rune{0, unicode.MaxRune}, 0)
	case OpCapture:
		begin := c.note(2 * re.Cap)
		sub := c.node(re.Sub[0])
		end := c.note(2*re.Cap + 1)
		return c.both(c.both(begin, sub), end)
	case OpStar:
		sub := c.node(re.Sub[0])
		if sub.empty {
			// Compiled as (x+)?, because otherwise the empty text would be preferred wrongly.
			return c.optional(c.plus(sub, lazy), lazy)
		}
		return c.loop(sub, lazy)
	case OpPlus:
		return c.plus(c.node(re.Sub[0]), lazy)
	case OpQuest:
		return c.optional(c.node(re.Sub[0]), lazy)
	case OpConcat:
		return c.chain(len(re.Sub), func(i int) part { return c.node(re.Sub[i]) })
	case OpAlternate:
		var f part
		for _, sub := range re.Sub {
			f = c.either(f, c.node(sub))
		}
		return f
	}
	if op := empties[re.Op]; op != 0 {
		return c.step(InstEmptyWidth, uint32(op))
	}
	panic("regexp: unhandled case in compile")
}

// note returns the code that notes a position.
func (c compiler) note(n int) part {
	c.p.NumCap = max(c.p.NumCap, n+1)
	return c.step(InstCapture, uint32(n))
}

// chain compiles n parts in a row.
func (c compiler) chain(n int, at func(int) part) part {
	if n == 0 {
		return c.step(InstNop, 0)
	}
	f := at(0)
	for i := 1; i < n; i++ {
		f = c.both(f, at(i))
	}
	return f
}

func (c compiler) both(a, b part) part {
	if a.start == 0 || b.start == 0 {
		return part{}
	}
	c.lead(a, b.start)
	return part{a.start, b.ends, a.empty && b.empty}
}

func (c compiler) either(a, b part) part {
	if a.start == 0 {
		return b
	}
	if b.start == 0 {
		return a
	}
	at := c.add(InstAlt, b.start)
	c.p.Inst[at].Out = a.start
	return part{at, append(a.ends, b.ends...), a.empty || b.empty}
}

// fork makes an instruction that tries the part first and then its own exit; if lazy, the exit
// first.
func (c compiler) fork(f part, lazy bool) part {
	at := c.add(InstAlt, 0)
	i, on := &c.p.Inst[at], hole(at<<1)
	if lazy {
		i.Arg = f.start
	} else {
		i.Out = f.start
		on |= 1
	}
	return part{at, []hole{on}, true}
}

func (c compiler) optional(f part, lazy bool) part {
	fork := c.fork(f, lazy)
	fork.ends = append(fork.ends, f.ends...)
	return fork
}

func (c compiler) loop(f part, lazy bool) part {
	fork := c.fork(f, lazy)
	c.lead(f, fork.start)
	return fork
}

func (c compiler) plus(f part, lazy bool) part {
	return part{f.start, c.loop(f, lazy).ends, f.empty}
}

func (c compiler) runes(r []rune, flags Flags) part {
	flags &= FoldCase
	if len(r) != 1 || !folds(r[0]) {
		flags = 0
	}
	op := InstRune
	switch {
	case flags == 0 && (len(r) == 1 || len(r) == 2 && r[0] == r[1]):
		op = InstRune1
	case len(r) == 2 && r[0] == 0 && r[1] == unicode.MaxRune:
		op = InstRuneAny
	case len(r) == 4 && r[0] == 0 && r[1] == '\n'-1 && r[2] == '\n'+1 && r[3] == unicode.MaxRune:
		op = InstRuneAnyNotNL
	}
	f := c.step(op, uint32(flags))
	c.p.Inst[f.start].Rune = r
	f.empty = false
	return f
}
