package regex

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

func sortRanges(ranges []rune) []rune {
	pairs := make([][2]rune, len(ranges)/2)
	for i := range pairs {
		pairs[i] = [2]rune{ranges[2*i], ranges[2*i+1]}
	}
	slices.SortFunc(pairs, func(a, b [2]rune) int { return int(a[0]) - int(b[0]) })
	out := make([]rune, 0, len(ranges))
	for _, p := range pairs {
		if n := len(out); n > 0 && p[0] <= out[n-1]+1 {
			out[n-1] = max(out[n-1], p[1])
			continue
		}
		out = append(out, p[0], p[1])
	}
	return out
}

type opcode uint8

const (
	opMatch opcode = iota
	opFail
	opSplit // to out, else to arg
	opSave  // the place in slot arg
	opEdge  // an empty-width condition, arg its kind
	opRune  // one rune, equal to arg
	opClass
	opAny
)

type inst struct {
	op     opcode
	out    int
	arg    int
	ranges []rune
	fold   bool
}

// A Program is an expression ready to match.
type Program struct {
	// Names has the names of the groups; the whole match is group 0.
	Names []string
	// Prefix is text that each match begins with; Whole, that it is all of it.
	Prefix string
	Whole  bool
	// Longest prefers the longest match to the first alternative.
	Longest bool

	code     []inst
	start    int
	anchored bool
}

// Compile makes an expression ready.
func Compile(expr string, posix bool) (*Program, error) {
	n, names, err := parse(expr, posix)
	if err != nil {
		return nil, err
	}
	p := &Program{Names: names, Longest: posix}
	p.emit(inst{op: opMatch})
	end := p.emit(inst{op: opSave, out: 0, arg: 1})
	body := p.gen(n, end)
	p.start = p.emit(inst{op: opSave, out: body, arg: 0})
	p.prefix(body, end)
	return p, nil
}

func (p *Program) emit(i inst) int {
	p.code = append(p.code, i)
	return len(p.code) - 1
}

// prefix finds the text at the beginning of every match.
func (p *Program) prefix(at, end int) {
	first := p.code[at]
	p.anchored = first.op == opEdge && first.arg == int(beginText)
	var text strings.Builder
	for p.code[at].op == opRune && !p.code[at].fold {
		text.WriteRune(rune(p.code[at].arg))
		at = p.code[at].out
	}
	p.Prefix = text.String()
	p.Whole = at == end
}

func (n *node) canBeEmpty() bool {
	switch n.kind {
	case class:
		return false
	case plus, capture:
		return n.subs[0].canBeEmpty()
	case repeat:
		return n.min == 0 || n.subs[0].canBeEmpty()
	case concat:
		for _, s := range n.subs {
			if !s.canBeEmpty() {
				return false
			}
		}
		return true
	case alternate:
		for _, s := range n.subs {
			if s.canBeEmpty() {
				return true
			}
		}
		return false
	}
	return true
}

func (p *Program) split(first, second int, lazy bool) int {
	if lazy {
		first, second = second, first
	}
	return p.emit(inst{op: opSplit, out: first, arg: second})
}

// gen returns where the code of n begins, which goes on at next.
func (p *Program) gen(n *node, next int) int {
	switch n.kind {
	case empty:
		return next
	case class:
		return p.genClass(n, next)
	case capture:
		end := p.emit(inst{op: opSave, out: next, arg: 2*n.index + 1})
		body := p.gen(n.subs[0], end)
		return p.emit(inst{op: opSave, out: body, arg: 2 * n.index})
	case concat:
		for _, s := range slices.Backward(n.subs) {
			next = p.gen(s, next)
		}
		return next
	case alternate:
		at := p.gen(n.subs[len(n.subs)-1], next)
		for _, s := range slices.Backward(n.subs[:len(n.subs)-1]) {
			at = p.split(p.gen(s, next), at, false)
		}
		return at
	case quest:
		return p.split(p.gen(n.subs[0], next), next, n.lazy)
	case plus:
		return p.genPlus(n, next)
	case star:
		if n.subs[0].canBeEmpty() {
			return p.split(p.genPlus(n, next), next, n.lazy)
		}
		loop := p.emit(inst{op: opSplit})
		body := p.gen(n.subs[0], loop)
		p.setSplit(loop, body, next, n.lazy)
		return loop
	case repeat:
		return p.genRepeat(n, next)
	}
	return p.emit(inst{op: opEdge, out: next, arg: int(n.kind)})
}

func (p *Program) setSplit(at, first, second int, lazy bool) {
	if lazy {
		first, second = second, first
	}
	p.code[at].out, p.code[at].arg = first, second
}

func (p *Program) genPlus(n *node, next int) int {
	loop := p.emit(inst{op: opSplit})
	body := p.gen(n.subs[0], loop)
	p.setSplit(loop, body, next, n.lazy)
	return body
}

func (p *Program) genRepeat(n *node, next int) int {
	sub := n.subs[0]
	if n.max < 0 {
		if n.min == 0 {
			next = p.gen(&node{kind: star, subs: n.subs, lazy: n.lazy}, next)
		} else {
			next = p.genPlus(n, next)
		}
		for range n.min - 1 {
			next = p.gen(sub, next)
		}
		return next
	}
	end := next
	for range n.max - n.min {
		next = p.split(p.gen(sub, next), end, n.lazy)
	}
	for range n.min {
		next = p.gen(sub, next)
	}
	return next
}

func (p *Program) genClass(n *node, next int) int {
	r := sortRanges(n.ranges)
	switch {
	case len(r) == 0:
		return p.emit(inst{op: opFail})
	case len(r) == 2 && r[0] == r[1]:
		return p.emit(inst{op: opRune, out: next, arg: int(r[0]), fold: n.fold})
	case len(r) == 2 && r[0] == 0 && r[1] == unicode.MaxRune:
		return p.emit(inst{op: opAny, out: next})
	}
	return p.emit(inst{op: opClass, out: next, ranges: r, fold: n.fold})
}

func inRanges(ranges []rune, r rune) bool {
	if len(ranges) <= 8 {
		for i := 0; i < len(ranges); i += 2 {
			if r <= ranges[i+1] {
				return r >= ranges[i]
			}
		}
		return false
	}
	lo, hi := 0, len(ranges)/2
	for lo < hi {
		mid := (lo + hi) / 2
		switch {
		case r < ranges[2*mid]:
			hi = mid
		case r > ranges[2*mid+1]:
			lo = mid + 1
		default:
			return true
		}
	}
	return false
}

func (i *inst) accepts(r rune) bool {
	switch i.op {
	case opAny:
		return true
	case opRune:
		if r == rune(i.arg) {
			return true
		}
	case opClass:
		if inRanges(i.ranges, r) {
			return true
		}
	}
	if i.fold {
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			if i.op == opRune && f == rune(i.arg) || i.op == opClass && inRanges(i.ranges, f) {
				return true
			}
		}
	}
	return false
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

func edge(k kind, s string, at int) bool {
	switch k {
	case beginText:
		return at == 0
	case endText:
		return at == len(s)
	case beginLine:
		return at == 0 || s[at-1] == '\n'
	case endLine:
		return at == len(s) || s[at] == '\n'
	}
	before := at > 0 && isWord(s[at-1])
	after := at < len(s) && isWord(s[at])
	return (before != after) == (k == wordEdge)
}

func runeAt(s string, at int) (rune, int) {
	if at < len(s) {
		if c := s[at]; c < utf8.RuneSelf {
			return rune(c), 1
		}
		return utf8.DecodeRuneInString(s[at:])
	}
	return -1, 0
}

// maxVisited bounds the table of the search that goes back: so many words of 32 bits.
const maxVisited = 64 << 10

// Match finds the leftmost match in s from on; slots 2i and 2i+1 are where group i begins and ends, -1 for one that took
// no part. None if there is no match. It needs no more than slots n.
func (p *Program) Match(s string, from, n int) []int {
	if p.anchored && from > 0 {
		return nil
	}
	if p.Prefix != "" {
		k := strings.Index(s[from:], p.Prefix)
		if k < 0 {
			return nil
		}
		from += k
		if p.Whole && len(p.Names) == 1 {
			return []int{from, from + len(p.Prefix)}
		}
	}
	n = min(max(n, 2), 2*len(p.Names))
	words := (len(p.code)*(len(s)-from+1) + 31) / 32
	if words > maxVisited {
		return p.parallel(s, from, n)
	}
	b := backtracker{p: p, s: s, from: from, visited: make([]uint32, words), slots: make([]int, n)}
	for at := from; ; {
		if got := b.try(at); got != nil {
			return got
		}
		if at >= len(s) || p.anchored {
			return nil
		}
		_, size := runeAt(s, at)
		at += size
		if p.Prefix != "" {
			k := strings.Index(s[at:], p.Prefix)
			if k < 0 {
				return nil
			}
			at += k
		}
	}
}

type job struct {
	pc, at int
	// Set where a slot gets its old value back.
	slot, old int
}

type backtracker struct {
	p       *Program
	s       string
	from    int
	visited []uint32
	slots   []int
	stack   []job
}

// try looks for a match that begins at start.
func (b *backtracker) try(start int) []int {
	for i := range b.slots {
		b.slots[i] = -1
	}
	width := len(b.s) - b.from + 1
	var best []int
	b.stack = append(b.stack[:0], job{b.p.start, start, -1, 0})
	for len(b.stack) > 0 {
		j := b.stack[len(b.stack)-1]
		b.stack = b.stack[:len(b.stack)-1]
		if j.slot >= 0 {
			b.slots[j.slot] = j.old
			continue
		}
		pc, at := j.pc, j.at
	run:
		for {
			i := &b.p.code[pc]
			if i.op == opSplit || i.op >= opRune {
				bit := pc*width + at - b.from
				if b.visited[bit/32]&(1<<(bit%32)) != 0 {
					break run
				}
				b.visited[bit/32] |= 1 << (bit % 32)
			}
			switch i.op {
			case opMatch:
				if best == nil || b.slots[1] > best[1] {
					best = slices.Clone(b.slots)
				}
				if !b.p.Longest || at == len(b.s) {
					return best
				}
				break run
			case opFail:
				break run
			case opSplit:
				b.stack = append(b.stack, job{i.arg, at, -1, 0})
				pc = i.out
			case opSave:
				if i.arg < len(b.slots) {
					b.stack = append(b.stack, job{slot: i.arg, old: b.slots[i.arg]})
					b.slots[i.arg] = at
				}
				pc = i.out
			case opEdge:
				if !edge(kind(i.arg), b.s, at) {
					break run
				}
				pc = i.out
			default:
				r, size := runeAt(b.s, at)
				if size == 0 || !i.accepts(r) {
					break run
				}
				at += size
				pc = i.out
			}
		}
	}
	return best
}

// A thread is a way through the code in parallel.
type thread struct {
	pc    int
	slots []int
}

// parallel follows all ways at once: its time grows with the text only.
func (p *Program) parallel(s string, from, n int) []int {
	var now, next []thread
	mark := make([]int, len(p.code))
	turn := 0
	var best []int
	var add func(list []thread, pc, at int, slots []int) []thread
	add = func(list []thread, pc, at int, slots []int) []thread {
		for {
			if mark[pc] == turn {
				return list
			}
			mark[pc] = turn
			switch i := &p.code[pc]; i.op {
			case opSplit:
				list = add(list, i.out, at, slots)
				pc = i.arg
			case opSave:
				if i.arg < n {
					slots = slices.Clone(slots)
					slots[i.arg] = at
				}
				pc = i.out
			case opEdge:
				if !edge(kind(i.arg), s, at) {
					return list
				}
				pc = i.out
			default:
				return append(list, thread{pc, slots})
			}
		}
	}
	fresh := make([]int, n)
	for i := range fresh {
		fresh[i] = -1
	}
	turn++
	for at := from; ; {
		if best == nil && (!p.anchored || at == 0) {
			now = add(now, p.start, at, fresh)
		}
		if len(now) == 0 && best != nil {
			return best
		}
		r, size := runeAt(s, at)
		next = next[:0]
		turn++
		for _, t := range now {
			i := &p.code[t.pc]
			if i.op == opMatch {
				if !p.Longest {
					best = t.slots
					break
				}
				if best == nil || t.slots[0] < best[0] || t.slots[0] == best[0] && t.slots[1] > best[1] {
					best = t.slots
				}
				continue
			}
			if p.Longest && best != nil && t.slots[0] > best[0] {
				continue
			}
			if i.op >= opRune && size > 0 && i.accepts(r) {
				next = add(next, i.out, at+size, t.slots)
			}
		}
		if size == 0 {
			return best
		}
		now, next = next, now
		at += size
	}
}
