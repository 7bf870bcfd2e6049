package syntax

// Classes of characters: `[a-z]`, `\d`, `\pL`, [:alpha:].

import (
	"internal/regex"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	digitRanges = []rune{'0', '9'}
	spaceRanges = []rune{'\t', '\n', '\f', '\r', ' ', ' '}
	wordRanges  = []rune{'0', '9', 'A', 'Z', '_', '_', 'a', 'z'}
)

// shorthand parses \d, \s, \w, \pX and their opposites after the backslash; false if it is another escape.
func (p *parser) shorthand(start string) []rune {
	if p.rest == "" {
		return nil
	}
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
		if p.flags&UnicodeGroups != 0 {
			return p.property(start)
		}
	}
	if ranges == nil || p.flags&PerlX == 0 {
		return nil
	}
	p.rest = p.rest[1:]
	return regex.Clean(ranges, p.flags&FoldCase != 0, c < 'a')
}

func (p *parser) property(start string) []rune {
	not := p.take() == 'P'
	name := ""
	if p.rest == "" {
		fail(ErrInvalidCharRange, start)
	}
	if r := p.take(); r != '{' {
		name = string(r)
	} else {
		var ok bool
		if name, p.rest, ok = strings.Cut(p.rest, "}"); !ok {
			checkText(start)
			fail(ErrInvalidCharRange, start)
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
			fail(ErrInvalidCharRange, whole)
		}
		for i := 0; i < len(triples); i += 3 {
			ranges = spread(ranges, rune(triples[i]), rune(triples[i+1]), rune(triples[i+2]))
		}
	}
	return regex.Clean(ranges, p.flags&FoldCase != 0, not)
}

// loose returns the name of a set of runes in the form for comparison: without regard to case, underscores, dashes and blanks.
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

// setNamed returns the set with that loose name; a category also has a long name.
func setNamed(name string) []uint32 {
	if triples := regex.Set(name); triples != nil {
		return triples
	}
	for long, short := range unicode.CategoryAliases {
		if loose(long) == name {
			return regex.Set(loose(short))
		}
	}
	return nil
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

// readClass reads a class in brackets.
func (p *parser) readClass() []rune {
	start := p.rest
	p.rest = p.rest[1:]
	not := p.has("^")
	var ranges []rune
	if not && p.flags&ClassNL == 0 {
		// A negated class contains no line breaks.
		ranges = append(ranges, '\n', '\n')
	}
	for first := true; first || p.rest != "" && p.rest[0] != ']'; first = false {
		if p.rest == "" {
			fail(ErrMissingBracket, start)
		}
		if p.flags&PerlX == 0 && !first && p.rest[0] == '-' && (len(p.rest) == 1 || p.rest[1] != ']') {
			_, size := utf8.DecodeRuneInString(p.rest[1:])
			fail(ErrInvalidCharRange, p.rest[:1+size])
		}
		if strings.HasPrefix(p.rest, "[:") {
			if name, rest, ok := strings.Cut(p.rest[2:], ":]"); ok {
				other := strings.TrimPrefix(name, "^")
				set, ok := named[other]
				if !ok {
					fail(ErrInvalidCharRange, p.rest[:len(p.rest)-len(rest)])
				}
				ranges = append(ranges, regex.Clean(set, p.flags&FoldCase != 0, other != name)...)
				p.rest = rest
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
				fail(ErrInvalidCharRange, item[:len(item)-len(p.rest)])
			}
		}
		ranges = append(ranges, lo, hi)
	}
	if !p.has("]") {
		fail(ErrMissingBracket, start)
	}
	return regex.Clean(ranges, p.flags&FoldCase != 0, not)
}

func (p *parser) member(start string) rune {
	if p.rest == "" {
		fail(ErrMissingBracket, start)
	}
	before := p.rest
	if p.has(`\`) {
		return p.escaped(before)
	}
	return p.take()
}
