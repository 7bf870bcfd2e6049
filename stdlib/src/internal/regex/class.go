package regex

// Classes of characters: `[a-z]`, `\d`, `\pL`, [:alpha:].

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

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
		if !p.noGroups {
			return p.property(start)
		}
	}
	if ranges == nil || p.posix {
		return nil
	}
	p.rest = p.rest[1:]
	return clean(ranges, p.flags&foldCase != 0, c < 'a')
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
	switch name = loose(name); name {
	case "any":
		ranges = []rune{0, unicode.MaxRune}
	case "ascii":
		ranges = []rune{0, unicode.MaxASCII}
	case "assigned":
		name, not = "cn", !not
	}
	if ranges == nil {
		triples := setNamed(name)
		if triples == nil {
			fail("invalid character class range", whole)
		}
		for i := 0; i < len(triples); i += 3 {
			ranges = spread(ranges, rune(triples[i]), rune(triples[i+1]), rune(triples[i+2]))
		}
	}
	return clean(ranges, p.flags&foldCase != 0, not)
}

// loose is the name of a set of runes as names are compared: without regard to case, underscores, dashes and blanks.
func loose(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '_' || r == '-' || r == ' ':
			return -1
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return r
	}, name)
}

// setNamed returns the set of that loose name, of a category by its long name too.
func setNamed(name string) []uint32 {
	if triples := set(name); triples != nil {
		return triples
	}
	for long, short := range unicode.CategoryAliases {
		if loose(long) == name {
			return set(loose(short))
		}
	}
	return nil
}

// clean returns the ranges sorted and joined, never nil: with all runes that differ from one of theirs in case only if
// fold is set, and then, if not is set, all runes that are in none.
func clean(ranges []rune, fold, not bool) []rune

// set returns the category or script of Unicode of that loose name as triples lo, hi, stride, nil if there is none.
func set(name string) []uint32

// Clean sorts and joins ranges as clean does.
func Clean(ranges []rune, fold, not bool) []rune { return clean(ranges, fold, not) }

// Classes says what ReadClass and ReadEscape take for a class, and what those contain.
type Classes struct{ FoldCase, Perl, Groups, NewLine bool }

func (c Classes) parser(rest string) *parser {
	p := &parser{rest: rest, posix: !c.Perl, noGroups: !c.Groups, noNewLine: !c.NewLine}
	if c.FoldCase {
		p.flags = foldCase
	}
	return p
}

// ReadClass reads the class that s begins with, for package regexp/syntax.
func ReadClass(s string, c Classes) (ranges []rune, rest string, err *Error) {
	defer caught(&err)
	p := c.parser(s[1:])
	ranges = p.class(s).ranges
	return ranges, p.rest, nil
}

// ReadEscape reads the escape that s begins with: a class, or, if that is nil, a rune.
func ReadEscape(s string, c Classes) (ranges []rune, r rune, rest string, err *Error) {
	defer caught(&err)
	p := c.parser(s[1:])
	if p.rest != "" {
		ranges = p.shorthand(s)
	}
	if ranges == nil {
		r = p.escaped(s)
	}
	return ranges, r, p.rest, nil
}

// caught is what fail was called with.
func caught(err **Error) {
	switch e := recover().(type) {
	case nil:
	case *Error:
		*err = e
	default:
		panic(e)
	}
}

func spread(ranges []rune, lo, hi, stride rune) []rune {
	if stride == 1 {
		return append(ranges, lo, hi)
	}
	for r := lo; r <= hi; r += stride {
		ranges = append(ranges, r, r)
	}
	return ranges
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
	if not && p.noNewLine {
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
				ranges = append(ranges, clean(set, p.flags&foldCase != 0, other != name)...)
				p.rest = p.rest[end+2:]
				continue
			}
		}
		if len(p.rest) > 1 && p.rest[0] == '\\' {
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
	return &node{kind: class, ranges: clean(ranges, p.flags&foldCase != 0, not)}
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
