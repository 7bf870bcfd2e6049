// Package regex reads regular expressions and matches them.
package regex

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Error says what is wrong with an expression.
type Error struct {
	Code ErrorCode
	Expr string
}

// An ErrorCode is the kind of an error.
type ErrorCode string

func (e ErrorCode) String() string { return string(e) }

func (e *Error) Error() string {
	return "error parsing regexp: " + string(e.Code) + ": `" + e.Expr + "`"
}

type kind uint8

const (
	empty kind = iota
	class
	beginLine
	endLine
	beginText
	endText
	wordEdge
	noWordEdge
	capture
	star
	plus
	quest
	repeat
	concat
	alternate
)

// A node is an expression; ranges are pairs of runes, sorted, with all that differ in case only where that does not count.
type node struct {
	kind     kind
	subs     []*node
	ranges   []rune
	lazy     bool
	min, max int
	index    int
	name     string
	depth    int
}

const (
	foldCase = 1 << iota
	multiLine
	dotNL
	swapGreed
)

const maxRepeat = 1000

type parser struct {
	expr  string
	rest  string
	flags int
	posix bool
	// noGroups is that \p{Han} is no class, noNewLine that classes such as [^a] do not contain line breaks.
	noGroups, noNewLine bool

	names []string
}

// fail unwinds to the caller of Parse.
func fail(code ErrorCode, expr string) { panic(&Error{code, expr}) }

// parse returns the expression as a tree, with the names of its groups.
func parse(expr string, posix bool) (n *node, names []string, err error) {
	defer func() {
		if e, ok := recover().(*Error); ok {
			n, names, err = nil, nil, e
		}
	}()
	p := &parser{expr: expr, rest: expr, posix: posix, noGroups: posix, noNewLine: posix, names: []string{""}}
	if posix {
		p.flags = multiLine
	}
	n = p.alternation()
	if p.rest != "" {
		fail("unexpected )", expr)
	}
	p.checkSize(n)
	return n, p.names, nil
}

// checkText refuses text that is no UTF-8.
func checkText(s string) {
	if !utf8.ValidString(s) {
		fail("invalid UTF-8", s)
	}
}

func (p *parser) next() rune {
	r, size := utf8.DecodeRuneInString(p.rest)
	if r == utf8.RuneError && size == 1 {
		fail("invalid UTF-8", p.rest)
	}
	p.rest = p.rest[size:]
	return r
}

// has passes over s if it is next.
func (p *parser) has(s string) bool {
	rest, ok := strings.CutPrefix(p.rest, s)
	p.rest = rest
	return ok
}

func join(k kind, subs ...*node) *node {
	if len(subs) == 1 {
		return subs[0]
	}
	n := &node{kind: k, subs: subs}
	for _, s := range subs {
		n.depth = max(n.depth, s.depth)
	}
	n.depth++
	return n
}

func (p *parser) alternation() *node {
	list := []*node{p.sequence()}
	for p.has("|") {
		list = append(list, p.sequence())
	}
	return join(alternate, list...)
}

func (p *parser) sequence() *node {
	list := []*node{}
	for p.rest != "" && p.rest[0] != '|' && p.rest[0] != ')' {
		if !p.posix && p.has(`\Q`) {
			text, rest, _ := strings.Cut(p.rest, `\E`)
			for p.rest = text; p.rest != ""; {
				list = append(list, p.literal(p.next()))
			}
			p.rest = rest
			if n := len(list); text != "" {
				list[n-1] = p.repeated(list[n-1], p.rest)
			}
			continue
		}
		before := p.rest
		n := p.atom()
		if n == nil {
			continue
		}
		list = append(list, p.repeated(n, before))
	}
	if len(list) == 0 {
		return &node{kind: empty}
	}
	return join(concat, list...)
}

// repeated reads the operators behind an atom.
func (p *parser) repeated(n *node, start string) *node {
	last := ""
	for p.rest != "" {
		before := p.rest
		k, min, max := star, 0, -1
		switch p.rest[0] {
		case '*':
			p.rest = p.rest[1:]
		case '+':
			k = plus
			p.rest = p.rest[1:]
		case '?':
			k = quest
			p.rest = p.rest[1:]
		case '{':
			var ok bool
			if min, max, ok = p.counts(); !ok {
				return n
			}
			if min > maxRepeat || max > maxRepeat || max >= 0 && min > max {
				fail("invalid repeat count", before[:len(before)-len(p.rest)])
			}
			k = repeat
		default:
			return n
		}
		lazy := p.lazy() != (p.flags&swapGreed != 0)
		op := before[:len(before)-len(p.rest)]
		if last != "" && !p.posix {
			fail("invalid nested repetition operator", last+op)
		}
		last = op
		n = &node{kind: k, subs: []*node{n}, lazy: lazy, min: min, max: max, depth: n.depth + 1}
		if n.depth > 1000 {
			fail("expression nests too deeply", p.expr)
		}
		if k == repeat && product(n) > maxRepeat {
			fail("invalid repeat count", op)
		}
	}
	return n
}

// lazy reads the question mark that may follow an operator.
func (p *parser) lazy() bool { return !p.posix && p.has("?") }

// product is how often the innermost expression of nested counts is repeated.
func product(n *node) int {
	most := 1
	for _, s := range n.subs {
		most = max(most, product(s))
	}
	if n.kind == repeat {
		count := n.max
		if count < 0 {
			count = n.min
		}
		most *= max(count, 1)
	}
	return most
}

// counts reads {n}, {n,} or {n,m}; anything else is text.
func (p *parser) counts() (lo, hi int, ok bool) {
	body, rest, found := strings.Cut(p.rest[1:], "}")
	if !found {
		return 0, 0, false
	}
	first, second, two := strings.Cut(body, ",")
	if lo, ok = count(first); !ok {
		return 0, 0, false
	}
	hi = lo
	if two {
		hi = -1
		if second != "" {
			if hi, ok = count(second); !ok {
				return 0, 0, false
			}
		}
	}
	p.rest = rest
	return lo, hi, true
}

func count(s string) (int, bool) {
	if s == "" || len(s) > 1 && s[0] == '0' {
		return 0, false
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	if n, err := strconv.Atoi(s); err == nil && n < 1e8 {
		return n, true
	}
	return 1e8, true
}

func (p *parser) literal(r rune) *node {
	ranges := []rune{r, r}
	if p.flags&foldCase != 0 && unicode.SimpleFold(r) != r {
		ranges = clean(ranges, true, false)
	}
	return &node{kind: class, ranges: ranges}
}

func (p *parser) atom() *node {
	start := p.rest
	r := p.next()
	switch r {
	case '(':
		return p.group(start)
	case '[':
		return p.class(start)
	case '.':
		if p.flags&dotNL != 0 {
			return &node{kind: class, ranges: []rune{0, unicode.MaxRune}}
		}
		return &node{kind: class, ranges: []rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune}}
	case '^':
		if p.flags&multiLine != 0 {
			return &node{kind: beginLine}
		}
		return &node{kind: beginText}
	case '$':
		if p.flags&multiLine != 0 {
			return &node{kind: endLine}
		}
		return &node{kind: endText}
	case '*', '+', '?':
		p.lazy()
		fail("missing argument to repetition operator", start[:len(start)-len(p.rest)])
	case '{':
		p.rest = start
		if _, _, ok := p.counts(); ok {
			p.lazy()
			fail("missing argument to repetition operator", start[:len(start)-len(p.rest)])
		}
		p.rest = start[1:]
	case '\\':
		return p.escape(start)
	}
	return p.literal(r)
}

func (p *parser) group(start string) *node {
	flags := p.flags
	n := &node{kind: capture}
	if !p.posix && p.has("?") {
		if strings.HasPrefix(p.rest, "P<") && len(p.rest) > 2 || strings.HasPrefix(p.rest, "<") && len(p.rest) > 1 {
			p.has("P")
			p.has("<")
			name, rest, ok := strings.Cut(p.rest, ">")
			if !ok {
				checkText(start)
				fail("invalid named capture", start)
			}
			checkText(name)
			if whole := start[:len(start)-len(rest)]; !validName(name) {
				fail("invalid named capture", whole)
			}
			n.name = name
			p.rest = rest
		} else {
			if p.options(start) {
				return nil
			}
			n.kind = concat
		}
	}
	if n.kind == capture {
		n.index = len(p.names)
		p.names = append(p.names, n.name)
	}
	sub := p.alternation()
	if !p.has(")") {
		fail("missing closing )", p.expr)
	}
	p.flags = flags
	n.subs = []*node{sub}
	n.depth = sub.depth + 1
	if n.depth > 1000 {
		fail("expression nests too deeply", p.expr)
	}
	return n
}

func validName(s string) bool {
	for _, c := range s {
		if c != '_' && !(c < utf8.RuneSelf && (unicode.IsLetter(c) || unicode.IsDigit(c))) {
			return false
		}
	}
	return s != ""
}

// options reads the flags of (?i-s:…); true if the group ends with them.
func (p *parser) options(start string) bool {
	flags, off, some := p.flags, false, false
	for p.rest != "" {
		bit := 0
		switch c := p.next(); c {
		case 'i':
			bit = foldCase
		case 'm':
			bit = multiLine
		case 's':
			bit = dotNL
		case 'U':
			bit = swapGreed
		case '-':
			if off {
				fail("invalid or unsupported Perl syntax", start[:len(start)-len(p.rest)])
			}
			off, some = true, false
			continue
		case ':', ')':
			if off && !some {
				fail("invalid or unsupported Perl syntax", start[:len(start)-len(p.rest)])
			}
			p.flags = flags
			return c == ')'
		default:
			fail("invalid or unsupported Perl syntax", start[:len(start)-len(p.rest)])
		}
		some = true
		if off {
			flags &^= bit
		} else {
			flags |= bit
		}
	}
	fail("invalid or unsupported Perl syntax", start)
	return false
}

func (p *parser) escape(start string) *node {
	if p.rest == "" {
		fail("trailing backslash at end of expression", "")
	}
	if !p.posix {
		switch p.rest[0] {
		case 'A':
			p.rest = p.rest[1:]
			return &node{kind: beginText}
		case 'b':
			p.rest = p.rest[1:]
			return &node{kind: wordEdge}
		case 'B':
			p.rest = p.rest[1:]
			return &node{kind: noWordEdge}
		case 'z':
			p.rest = p.rest[1:]
			return &node{kind: endText}
		}
	}
	if ranges := p.shorthand(start); ranges != nil {
		return &node{kind: class, ranges: ranges}
	}
	return p.literal(p.escaped(start))
}

// escaped reads the rune that an escape stands for.
func (p *parser) escaped(start string) rune {
	if p.rest == "" {
		fail("trailing backslash at end of expression", "")
	}
	c := p.next()
	switch {
	case '1' <= c && c <= '7' && (p.rest == "" || p.rest[0] < '0' || p.rest[0] > '7'):
	case '0' <= c && c <= '7':
		r := c - '0'
		for n := 1; n < 3 && p.rest != "" && '0' <= p.rest[0] && p.rest[0] <= '7'; n++ {
			r = r*8 + p.next() - '0'
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
	fail("invalid escape sequence", start[:len(start)-len(p.rest)])
	return 0
}

// hex reads the digits of \xFF or \x{10FFFF}; negative if they are wrong.
func (p *parser) hex() rune {
	r := rune(0)
	brace := p.has("{")
	for n := 0; p.rest != ""; n++ {
		c := p.next()
		if brace && c == '}' && n > 0 {
			return r
		}
		digit := strings.IndexRune("0123456789abcdef", unicode.ToLower(c))
		if digit < 0 {
			return -1
		}
		if r = r*16 + rune(digit); r > unicode.MaxRune {
			return -1
		}
		if !brace && n == 1 {
			return r
		}
	}
	return -1
}
