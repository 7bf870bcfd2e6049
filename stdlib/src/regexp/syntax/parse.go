package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The limits of an expression: nested nodes, instructions, runes in classes.
const (
	maxHeight = 1000
	maxSize   = 128 << 20 / 40
	maxRunes  = 128 << 20 / 4
	maxRepeat = 1000
)

// A group is a parenthesis that is open, or the whole expression.
type group struct {
	capture  *Regexp // nil if it does not capture
	flags    Flags   // the flags before the group
	branches []*Regexp
	seq      []*Regexp // the branch that is being parsed
}

type parser struct {
	whole, rest string
	flags       Flags
	groups      []group
	captures    int

	// For the limits: the current and the greatest number of nodes, runes of classes, and the product of all counts.
	live, nodes, runes int
	counts             int
	measures           map[*Regexp]measure
}

// A measure is the size of a node including all nodes below it.
type measure struct{ height, size int }

// fail panics with an error, which Parse recovers.
func fail(code ErrorCode, expr string) { panic(&Error{Code: code, Expr: expr}) }

// Parse reads an expression.
func Parse(s string, flags Flags) (re *Regexp, err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *Error:
			re, err = nil, e
		default:
			panic(e)
		}
	}()
	if flags&Literal != 0 {
		checkText(s)
		return &Regexp{Op: OpLiteral, Flags: flags, Rune: []rune(s)}, nil
	}
	p := &parser{whole: s, rest: s, flags: flags, groups: make([]group, 1), counts: 1}
	last := ""
	for p.rest != "" {
		before := p.rest
		if p.item(last) {
			last = before
		} else {
			last = ""
		}
	}
	re = p.end()
	if len(p.groups) != 1 {
		fail(ErrMissingParen, s)
	}
	return re, nil
}

// checkText rejects text that is not UTF-8.
func checkText(s string) {
	for s != "" {
		_, s = next(s)
	}
}

func next(s string) (rune, string) {
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 {
		fail(ErrInvalidUTF8, s)
	}
	return r, s[size:]
}

func (p *parser) top() *group { return &p.groups[len(p.groups)-1] }

// item parses an item, and reports whether it is a repetition; last is the text since the previous repetition, if the
// item before was one.
func (p *parser) item(last string) bool {
	c := p.rest[0]
	switch c {
	case '*', '+', '?':
		before := p.rest
		p.rest = p.rest[1:]
		op := OpStar
		if c == '+' {
			op = OpPlus
		} else if c == '?' {
			op = OpQuest
		}
		p.repeat(op, 0, 0, before, last)
		return true
	case '{':
		before := p.rest
		lo, hi, ok := p.bounds()
		if !ok {
			p.rest = p.rest[1:]
			p.literal('{')
			return false
		}
		if lo < 0 || lo > maxRepeat || hi > maxRepeat || hi >= 0 && lo > hi {
			fail(ErrInvalidRepeatSize, before[:len(before)-len(p.rest)])
		}
		p.repeat(OpRepeat, lo, hi, before, last)
		return true
	case '(':
		if p.flags&PerlX != 0 && strings.HasPrefix(p.rest, "(?") {
			p.perlGroup()
			return false
		}
		p.open("")
	case ')':
		p.close()
	case '|':
		p.branch()
	case '[':
		p.class(p.readClass())
		return false
	case '\\':
		p.escape()
		return false
	case '.':
		p.choose(DotNL, OpAnyChar, OpAnyCharNotNL)
	case '^':
		p.choose(OneLine, OpBeginText, OpBeginLine)
	case '$':
		if re := p.choose(OneLine, OpEndText, OpEndLine); re.Op == OpEndText {
			re.Flags |= WasDollar
		}
	default:
		if r := p.take(); !p.extend(r) {
			p.literal(r)
		}
		return false
	}
	p.rest = p.rest[1:]
	return false
}

// choose pushes the first node if the flag is set, else the second one.
func (p *parser) choose(flag Flags, yes, no Op) *Regexp {
	if p.flags&flag != 0 {
		return p.add(yes)
	}
	return p.add(no)
}

func (p *parser) node(op Op) *Regexp {
	p.live++
	p.nodes = max(p.nodes, p.live)
	return &Regexp{Op: op, Flags: p.flags}
}

func (p *parser) add(op Op) *Regexp {
	re := p.node(op)
	p.push(re)
	return re
}

func (p *parser) push(re *Regexp) {
	p.join()
	p.shape(re)
	g := p.top()
	g.seq = append(g.seq, re)
}

// join merges the last two nodes, if they are literals: no repetition can apply to them any more.
func (p *parser) join() {
	g := p.top()
	n := len(g.seq)
	if n < 2 {
		return
	}
	a, b := g.seq[n-2], g.seq[n-1]
	if a.Op == OpLiteral && b.Op == OpLiteral && (a.Flags^b.Flags)&FoldCase == 0 {
		a.Rune = append(a.Rune, b.Rune...)
		g.seq = g.seq[:n-1]
		p.live--
	}
}

// shape replaces a class with a literal if it contains one rune, in one case or in both; and it enforces the limits.
func (p *parser) shape(re *Regexp) {
	p.runes += len(re.Rune)
	if r := re.Rune; re.Op == OpCharClass && (len(r) == 2 || len(r) == 4) {
		lo, hi := r[0], r[len(r)-1]
		exact := len(r) == 2 && lo == hi
		both := len(r) == 2 && lo+1 == hi || len(r) == 4 && lo == r[1] && r[2] == hi
		if exact || both && unicode.SimpleFold(lo) == hi && unicode.SimpleFold(hi) == lo {
			re.Op, re.Rune, re.Flags = OpLiteral, r[:1], p.flags&^FoldCase
			if !exact {
				re.Flags |= FoldCase
			}
		}
	}
	p.check(re)
}

// check rejects an expression that is too large. It does not measure a small number of nodes.
func (p *parser) check(re *Regexp) {
	if p.runes > maxRunes {
		fail(ErrLarge, p.whole)
	}
	if re.Op == OpRepeat {
		n := re.Max
		if n == -1 {
			n = re.Min
		}
		p.counts = min(p.counts*max(n, 1), maxSize)
	}
	if p.nodes < maxHeight && p.nodes < maxSize/p.counts {
		return
	}
	if p.measures == nil {
		p.measures = map[*Regexp]measure{}
	}
	delete(p.measures, re)
	m := p.measure(re)
	if m.size > maxSize && p.nodes >= maxSize/p.counts {
		fail(ErrLarge, p.whole)
	}
	if m.height > maxHeight {
		fail(ErrNestingDepth, p.whole)
	}
}

func (p *parser) measure(re *Regexp) measure {
	if m, ok := p.measures[re]; ok {
		return m
	}
	var m measure
	for _, sub := range re.Sub {
		below := p.measure(sub)
		m.height = max(m.height, below.height)
		m.size += below.size
	}
	switch re.Op {
	case OpLiteral:
		m.size = len(re.Rune)
	case OpCapture, OpStar:
		m.size += 2
	case OpPlus, OpQuest:
		m.size++
	case OpAlternate:
		m.size += max(len(re.Sub)-1, 0)
	case OpRepeat:
		switch {
		case re.Max >= 0:
			m.size = re.Max*m.size + re.Max - re.Min
		case re.Min == 0:
			m.size += 2
		default:
			m.size = 1 + re.Min*m.size
		}
	}
	m = measure{m.height + 1, max(m.size, 1)}
	p.measures[re] = m
	return m
}

// repeat applies a repetition to the last node.
func (p *parser) repeat(op Op, lo, hi int, before, last string) {
	flags := p.flags
	if flags&PerlX != 0 {
		if rest, ok := strings.CutPrefix(p.rest, "?"); ok {
			p.rest = rest
			flags ^= NonGreedy
		}
		if last != "" {
			fail(ErrInvalidRepeatOp, last[:len(last)-len(p.rest)])
		}
	}
	text := before[:len(before)-len(p.rest)]
	seq := p.top().seq
	if len(seq) == 0 {
		fail(ErrMissingRepeatArgument, text)
	}
	re := p.node(op)
	re.Flags, re.Min, re.Max = flags, lo, hi
	re.Sub0[0] = seq[len(seq)-1]
	re.Sub = re.Sub0[:]
	seq[len(seq)-1] = re
	p.check(re)
	if op == OpRepeat && (lo >= 2 || hi >= 2) && !within(re, maxRepeat) {
		fail(ErrInvalidRepeatSize, text)
	}
}

// within reports whether nested counts repeat no node more than n times.
func within(re *Regexp, n int) bool {
	if re.Op == OpRepeat {
		count := re.Max
		if count == 0 {
			return true
		}
		if count < 0 {
			count = re.Min
		}
		if count > n {
			return false
		}
		n /= max(count, 1)
	}
	for _, sub := range re.Sub {
		if !within(sub, n) {
			return false
		}
	}
	return true
}

// bounds parses {n}, {n,}, for which hi is -1, or {n,m}. If a number is much too large, lo is -1.
func (p *parser) bounds() (lo, hi int, ok bool) {
	body, rest, closed := strings.Cut(p.rest[1:], "}")
	first, second, two := strings.Cut(body, ",")
	if lo, ok = number(first); !ok || !closed {
		return 0, 0, false
	}
	hi = lo
	if two && second == "" {
		hi = -1
	} else if two {
		if hi, ok = number(second); !ok {
			return 0, 0, false
		}
		if hi < 0 {
			lo = -1
		}
	}
	p.rest = rest
	return lo, hi, true
}

func number(s string) (n int, ok bool) {
	if s == "" || len(s) > 1 && s[0] == '0' || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	for _, c := range s {
		if n >= 1e8 {
			return -1, true
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}

// open begins a capturing group.
func (p *parser) open(name string) {
	p.join()
	p.captures++
	re := p.node(OpCapture)
	re.Cap, re.Name = p.captures, name
	p.groups = append(p.groups, group{capture: re, flags: p.flags})
}

// perlGroup parses the beginning of a group that begins with (?, up to the group's expression.
func (p *parser) perlGroup() {
	s := p.rest
	for _, begin := range []string{"(?P<", "(?<"} {
		text, ok := strings.CutPrefix(s, begin)
		if !ok || text == "" {
			continue
		}
		name, rest, ok := strings.Cut(text, ">")
		if !ok {
			checkText(s)
			fail(ErrInvalidNamedCapture, s)
		}
		checkText(name)
		if name == "" || strings.ContainsFunc(name, func(r rune) bool { return !IsWordChar(r) }) {
			fail(ErrInvalidNamedCapture, s[:len(s)-len(rest)])
		}
		p.open(name)
		p.rest = rest
		return
	}
	p.setFlags(s)
}

// setFlags reads (?i-s) or (?i-s:.
func (p *parser) setFlags(s string) {
	var set, cleared Flags
	negative, some := false, true
	for rest := s[2:]; rest != ""; {
		var c rune
		c, rest = next(rest)
		var bit Flags
		switch c {
		case 'i':
			bit = FoldCase
		case 'm':
			bit = OneLine
		case 's':
			bit = DotNL
		case 'U':
			bit = NonGreedy
		case '-':
			if negative {
				fail(ErrInvalidPerlOp, s[:len(s)-len(rest)])
			}
			negative, some = true, false
			continue
		case ':', ')':
			if !some {
				fail(ErrInvalidPerlOp, s[:len(s)-len(rest)])
			}
			if c == ':' {
				p.join()
				p.groups = append(p.groups, group{flags: p.flags})
			}
			p.flags = p.flags&^cleared | set
			p.rest = rest
			return
		default:
			fail(ErrInvalidPerlOp, s[:len(s)-len(rest)])
		}
		some = true
		// (?m) clears OneLine; of several flags the last one wins.
		if negative != (c == 'm') {
			set, cleared = set&^bit, cleared|bit
		} else {
			set, cleared = set|bit, cleared&^bit
		}
	}
	fail(ErrInvalidPerlOp, s)
}

// class adds a class of characters.
func (p *parser) class(ranges []rune) {
	re := p.node(OpCharClass)
	re.Rune = ranges
	p.push(re)
}

func (p *parser) escape() {
	if p.flags&PerlX != 0 && len(p.rest) > 1 {
		var op Op
		switch p.rest[1] {
		case 'A':
			op = OpBeginText
		case 'b':
			op = OpWordBoundary
		case 'B':
			op = OpNoWordBoundary
		case 'z':
			op = OpEndText
		}
		if op != 0 {
			p.add(op)
			p.rest = p.rest[2:]
			return
		}
		if p.rest[1] == 'Q' {
			text, rest, _ := strings.Cut(p.rest[2:], `\E`)
			for text != "" {
				var r rune
				r, text = next(text)
				p.literal(r)
			}
			p.rest = rest
			return
		}
	}
	start := p.rest
	p.rest = p.rest[1:]
	if ranges := p.shorthand(start); ranges != nil {
		p.class(ranges)
		return
	}
	p.literal(p.escaped(start))
}

// branch ends a branch of the group.
func (p *parser) branch() {
	p.join()
	g := p.top()
	var re *Regexp
	if len(g.seq) == 0 {
		re = p.node(OpEmptyMatch)
		re.Flags = 0
	} else {
		re = p.collapse(g.seq, OpConcat)
	}
	g.seq = nil
	p.shape(re)
	n := len(g.branches)
	switch {
	case n > 0 && isClass(re) && isClass(g.branches[n-1]):
		simple, other := re, g.branches[n-1]
		if simple.Op > other.Op {
			simple, other = other, simple
		}
		merge(other, simple)
		p.live--
		g.branches[n-1] = other
	case n > 0:
		tidy(g.branches[n-1])
		fallthrough
	default:
		g.branches = append(g.branches, re)
	}
}

// end ends a group and returns its node.
func (p *parser) end() *Regexp {
	p.branch()
	g := p.top()
	tidy(g.branches[len(g.branches)-1])
	re := p.collapse(g.branches, OpAlternate)
	p.shape(re)
	return re
}

func (p *parser) close() {
	re := p.end()
	g := *p.top()
	if len(p.groups) == 1 {
		fail(ErrUnexpectedParen, p.whole)
	}
	p.groups = p.groups[:len(p.groups)-1]
	p.flags = g.flags
	if g.capture != nil {
		g.capture.Sub0[0] = re
		g.capture.Sub = g.capture.Sub0[:]
		re = g.capture
	}
	p.push(re)
}

// collapse makes a node from a list; it inlines nested lists of the same kind.
func (p *parser) collapse(subs []*Regexp, op Op) *Regexp {
	if len(subs) == 1 {
		return subs[0]
	}
	re := p.node(op)
	re.Flags = 0
	for _, sub := range subs {
		if sub.Op == op {
			re.Sub = append(re.Sub, sub.Sub...)
			p.live--
		} else {
			re.Sub = append(re.Sub, sub)
		}
	}
	if op == OpAlternate {
		re.Sub = p.factor(re.Sub)
		if len(re.Sub) == 1 {
			p.live--
			return re.Sub[0]
		}
	}
	return re
}
