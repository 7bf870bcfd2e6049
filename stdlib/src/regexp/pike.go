package regexp

import (
	"internal/regex"
	"regexp/syntax"
	"sync/atomic"
	"unicode/utf8"
)

// A pike matches a program by following all paths through it at once. It replaces the natives where their
// automaton, whose states take bytes instead of characters, would be too large.
type pike struct {
	prog *syntax.Prog
	// free is the work space of the last search.
	free atomic.Pointer[lanes]
}

// newPike returns a search for the expression, which must be valid.
func newPike(expr string, flags syntax.Flags) regex.Search {
	tree, err := syntax.Parse(expr, flags)
	if err != nil {
		panic(err)
	}
	prog, err := syntax.Compile(tree.Simplify())
	if err != nil {
		panic(err)
	}
	return (&pike{prog: prog}).search
}

// A lane is a thread of the Pike machine that waits at an instruction for the next character.
type lane struct {
	at    uint32
	slots []int
}

// A lanes is the work space of a search.
type lanes struct {
	now, next []lane
	// reached has the step in which an instruction was last reached; only the first lane to reach it continues.
	reached []int
	step    int
	spare   [][]int
	todo    []move
}

// A move is an instruction to visit, or, if slot is not negative, a slot whose value is to be restored.
type move struct {
	at    uint32
	slot  int
	value int
}

// search returns the slots of the first match from an offset of the text, nil if there is none.
func (p *pike) search(s string, from int, longest bool, slots int) (best []int) {
	l := p.free.Swap(nil)
	if l == nil {
		l = &lanes{reached: make([]int, len(p.prog.Inst))}
	}
	if len(l.spare) > 0 && len(l.spare[0]) != slots {
		l.spare = nil
	}
	current := make([]int, slots)
	before, _ := utf8.DecodeLastRuneInString(s[:from])
	if from == 0 {
		before = -1
	}
	l.step++
	for at := from; ; {
		after, width := rune(-1), 0
		if at < len(s) {
			after, width = utf8.DecodeRuneInString(s[at:])
		}
		// The waiting lanes were advanced to their instructions when the character before was read.
		if best == nil {
			for i := range current {
				current[i] = -1
			}
			current[0] = at
			l.now = l.follow(p.prog, l.now, uint32(p.prog.Start), at, current, syntax.EmptyOpContext(before, after))
		}
		l.step++
		following := rune(-1)
		if at+width < len(s) {
			following, _ = utf8.DecodeRuneInString(s[at+width:])
		}
		behind := syntax.EmptyOpContext(after, following)
		for _, way := range l.now {
			if longest && best != nil && best[0] < way.slots[0] {
				continue
			}
			inst := &p.prog.Inst[way.at]
			if inst.Op == syntax.InstMatch {
				if best == nil || !longest || best[1] < at {
					best = append(best[:0], way.slots...)
					best[1] = at
				}
				if !longest {
					break
				}
			} else if width > 0 && takes(inst, after) {
				l.next = l.follow(p.prog, l.next, inst.Out, at+width, way.slots, behind)
			}
		}
		for _, way := range l.now {
			l.spare = append(l.spare, way.slots)
		}
		l.now, l.next = l.next, l.now[:0]
		if width == 0 || len(l.now) == 0 && best != nil {
			break
		}
		at += width
		before = after
	}
	for _, way := range l.now {
		l.spare = append(l.spare, way.slots)
	}
	l.now = l.now[:0]
	p.free.Store(l)
	return best
}

func takes(inst *syntax.Inst, r rune) bool {
	switch inst.Op {
	case syntax.InstRuneAny:
		return true
	case syntax.InstRuneAnyNotNL:
		return r != '\n'
	}
	return inst.MatchRune(r)
}

// follow adds the lanes that the instruction leads to without reading a character, in order of preference. At the end
// the slots are unchanged.
func (l *lanes) follow(prog *syntax.Prog, to []lane, start uint32, at int, slots []int, holds syntax.EmptyOp) []lane {
	l.todo = append(l.todo[:0], move{at: start, slot: -1})
	for len(l.todo) > 0 {
		next := l.todo[len(l.todo)-1]
		l.todo = l.todo[:len(l.todo)-1]
		if next.slot >= 0 {
			slots[next.slot] = next.value
			continue
		}
		if l.reached[next.at] == l.step {
			continue
		}
		l.reached[next.at] = l.step
		switch inst := &prog.Inst[next.at]; inst.Op {
		case syntax.InstFail:
		case syntax.InstAlt, syntax.InstAltMatch:
			l.todo = append(l.todo, move{at: inst.Arg, slot: -1}, move{at: inst.Out, slot: -1})
		case syntax.InstNop:
			l.todo = append(l.todo, move{at: inst.Out, slot: -1})
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^holds == 0 {
				l.todo = append(l.todo, move{at: inst.Out, slot: -1})
			}
		case syntax.InstCapture:
			if n := int(inst.Arg); n < len(slots) {
				l.todo = append(l.todo, move{slot: n, value: slots[n]})
				slots[n] = at
			}
			l.todo = append(l.todo, move{at: inst.Out, slot: -1})
		default:
			to = append(to, lane{next.at, l.copied(slots)})
		}
	}
	return to
}

// copied returns a copy of the slots, in memory of an ended lane if there is any.
func (l *lanes) copied(slots []int) []int {
	if n := len(l.spare); n > 0 && len(l.spare[n-1]) == len(slots) {
		made := l.spare[n-1]
		l.spare = l.spare[:n-1]
		copy(made, slots)
		return made
	}
	return append([]int(nil), slots...)
}
