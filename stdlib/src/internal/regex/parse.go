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
	Code string
	Expr string
}

func (e *Error) Error() string { return "error parsing regexp: " + e.Code + ": `" + e.Expr + "`" }

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

// A node is an expression; ranges are pairs of runes.
type node struct {
	kind     kind
	subs     []*node
	ranges   []rune
	fold     bool
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
	names []string
}

// fail unwinds to the caller of Parse.
func fail(code, expr string) { panic(&Error{code, expr}) }

// parse returns the expression as a tree, with the names of its groups.
func parse(expr string, posix bool) (n *node, names []string, err error) {
	defer func() {
		if e, ok := recover().(*Error); ok {
			n, names, err = nil, nil, e
		}
	}()
	p := &parser{expr: expr, rest: expr, posix: posix, names: []string{""}}
	if posix {
		p.flags = multiLine
	}
	n = p.alternation()
	if p.rest != "" {
		fail("unexpected )", expr)
	}
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
	return &node{kind: class, ranges: []rune{r, r}, fold: p.flags&foldCase != 0 && unicode.SimpleFold(r) != r}
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
		if ranges := p.shorthand(start); ranges != nil {
			return &node{kind: class, ranges: ranges, fold: p.flags&foldCase != 0}
		}
	}
	return p.literal(p.escaped(start))
}

var (
	digitRanges = []rune{'0', '9'}
	spaceRanges = []rune{'\t', '\n', '\f', '\r', ' ', ' '}
	wordRanges  = []rune{'0', '9', 'A', 'Z', '_', '_', 'a', 'z'}
)

// shorthand reads \d, \s, \w, \pX and their opposites, whose backslash has been read; none if it is something else.
func (p *parser) shorthand(start string) []rune {
	var ranges []rune
	c := p.rest[0]
	switch c {
	case 'd', 'D':
		ranges = digitRanges
	case 's', 'S':
		ranges = spaceRanges
	case 'w', 'W':
		ranges = wordRanges
	case 'p', 'P':
		return p.property(start)
	default:
		return nil
	}
	p.rest = p.rest[1:]
	if c < 'a' {
		return negated(ranges)
	}
	return ranges
}

func (p *parser) property(start string) []rune {
	not := p.next() == 'P'
	name := ""
	if p.rest == "" {
		fail("invalid character class range", start)
	}
	if r := p.next(); r != '{' {
		name = string(r)
	} else {
		var ok bool
		if name, p.rest, ok = strings.Cut(p.rest, "}"); !ok {
			checkText(start)
			fail("invalid character class range", start)
		}
		checkText(name)
	}
	whole := start[:len(start)-len(p.rest)]
	if rest, ok := strings.CutPrefix(name, "^"); ok {
		not = !not
		name = rest
	}
	var ranges []rune
	if name == "Any" {
		ranges = []rune{0, unicode.MaxRune}
	} else {
		triples := set(name)
		if triples == nil {
			fail("invalid character class range", whole)
		}
		for i := 0; i < len(triples); i += 3 {
			ranges = spread(ranges, rune(triples[i]), rune(triples[i+1]), rune(triples[i+2]))
		}
	}
	if not {
		ranges = negated(ranges)
	}
	if ranges == nil {
		ranges = []rune{}
	}
	return ranges
}

// set returns the category or script of Unicode of that name as triples lo, hi, stride, nil if there is none.
func set(name string) []uint32

func spread(ranges []rune, lo, hi, stride rune) []rune {
	if stride == 1 {
		return append(ranges, lo, hi)
	}
	for r := lo; r <= hi; r += stride {
		ranges = append(ranges, r, r)
	}
	return ranges
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

var named = map[string][]rune{
	"alnum": {'0', '9', 'A', 'Z', 'a', 'z'}, "alpha": {'A', 'Z', 'a', 'z'}, "ascii": {0, 0x7f},
	"blank": {'\t', '\t', ' ', ' '}, "cntrl": {0, 0x1f, 0x7f, 0x7f}, "digit": {'0', '9'}, "graph": {'!', '~'},
	"lower": {'a', 'z'}, "print": {' ', '~'}, "punct": {'!', '/', ':', '@', '[', '`', '{', '~'},
	"space": {'\t', '\r', ' ', ' '}, "upper": {'A', 'Z'}, "word": {'0', '9', 'A', 'Z', '_', '_', 'a', 'z'},
	"xdigit": {'0', '9', 'A', 'F', 'a', 'f'},
}

func (p *parser) class(start string) *node {
	not := p.has("^")
	var ranges []rune
	if not && p.posix {
		// Line breaks are in no class that excludes.
		ranges = append(ranges, '\n', '\n')
	}
	for first := true; first || p.rest != "" && p.rest[0] != ']'; first = false {
		if p.rest == "" {
			fail("missing closing ]", start)
		}
		if p.posix && !first && p.rest[0] == '-' && (len(p.rest) == 1 || p.rest[1] != ']') {
			_, size := utf8.DecodeRuneInString(p.rest[1:])
			fail("invalid character class range", p.rest[:1+size])
		}
		if strings.HasPrefix(p.rest, "[:") {
			if end := strings.Index(p.rest, ":]"); end >= 0 {
				name := p.rest[2:end]
				other := strings.TrimPrefix(name, "^")
				set, ok := named[other]
				if !ok {
					fail("invalid character class range", p.rest[:end+2])
				}
				if other != name {
					set = negated(set)
				}
				ranges = append(ranges, set...)
				p.rest = p.rest[end+2:]
				continue
			}
		}
		if !p.posix && len(p.rest) > 1 && p.rest[0] == '\\' {
			before := p.rest
			p.rest = p.rest[1:]
			if set := p.shorthand(before); set != nil {
				ranges = append(ranges, set...)
				continue
			}
			p.rest = before
		}
		item := p.rest
		lo := p.member(start)
		hi := lo
		if len(p.rest) >= 2 && p.rest[0] == '-' && p.rest[1] != ']' {
			p.rest = p.rest[1:]
			if hi = p.member(start); hi < lo {
				fail("invalid character class range", item[:len(item)-len(p.rest)])
			}
		}
		ranges = append(ranges, lo, hi)
	}
	if !p.has("]") {
		fail("missing closing ]", start)
	}
	fold := p.flags&foldCase != 0
	if not && fold {
		ranges = negated(folded(ranges))
	} else if not {
		ranges = negated(ranges)
	}
	return &node{kind: class, ranges: ranges, fold: fold && !not}
}

func (p *parser) member(start string) rune {
	if p.rest == "" {
		fail("missing closing ]", start)
	}
	before := p.rest
	if p.has(`\`) {
		return p.escaped(before)
	}
	return p.next()
}

// folded adds what differs in case only.
func folded(ranges []rune) []rune {
	out := append([]rune{}, ranges...)
	for i := 0; i < len(ranges); i += 2 {
		for r := ranges[i]; r <= min(ranges[i+1], 0x1ffff); r++ {
			for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
				out = append(out, f, f)
			}
		}
	}
	return out
}

// negated returns all other runes.
func negated(ranges []rune) []rune {
	sorted := sortRanges(ranges)
	out := []rune{}
	from := rune(0)
	for i := 0; i < len(sorted); i += 2 {
		if sorted[i] > from {
			out = append(out, from, sorted[i]-1)
		}
		from = max(from, sorted[i+1]+1)
	}
	if from <= unicode.MaxRune {
		out = append(out, from, unicode.MaxRune)
	}
	return out
}
