package constraint

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSize is the maximum number of operands in an expression, maxPlusBuild the maximum number of tags in a // +build line.
const (
	maxSize      = 1000
	maxPlusBuild = 101
)

// A parser parses an expression. It panics with its error.
type parser struct {
	text string
	at   int // offset of the unread text
	// token is the next token, "" at the end, and begin its offset.
	token string
	begin int
	isTag bool
	// size counts operands, and parens the open parentheses.
	size, parens int
}

const errParen = "missing close paren"

func (p *parser) fail(offset int, text string) {
	panic(&SyntaxError{offset, text})
}

func parseExpr(text string) (x Expr, err error) {
	p := &parser{text: text}
	defer func() {
		switch failure := recover().(type) {
		case nil:
		case *SyntaxError:
			err = failure
		default:
			panic(failure)
		}
	}()
	p.next()
	whole := p.or()
	x = whole
	if p.token != "" {
		p.fail(p.begin, "unexpected token "+p.token)
	}
	return x, nil
}

func isTagRune(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || c == '_' || c == '.'
}

// next advances to the next token.
func (p *parser) next() {
	rest := strings.TrimLeft(p.text[p.at:], " \t")
	p.begin = len(p.text) - len(rest)
	length := 0
	p.isTag = false
	switch {
	case rest == "":
	case strings.HasPrefix(rest, "&&"), strings.HasPrefix(rest, "||"):
		length = 2
	case rest[0] == '(', rest[0] == ')', rest[0] == '!':
		length = 1
	default:
		length = len(rest)
		if end := strings.IndexFunc(rest, func(c rune) bool { return !isTagRune(c) }); end >= 0 {
			length = end
		}
		if length == 0 {
			_, size := utf8.DecodeRuneInString(rest)
			p.fail(p.begin, "invalid syntax at "+rest[:size])
		}
		p.isTag = true
	}
	p.token, p.at = rest[:length], p.begin+length
}

func (p *parser) or() Expr {
	x := p.and()
	for p.token == "||" {
		p.next()
		x = &OrExpr{x, p.and()}
	}
	return x
}

func (p *parser) and() Expr {
	x := p.not()
	for p.token == "&&" {
		p.next()
		x = &AndExpr{x, p.not()}
	}
	return x
}

func (p *parser) not() Expr {
	if p.size++; p.size > maxSize {
		p.fail(p.begin, "build expression too large")
	}
	if p.token != "!" {
		return p.atom()
	}
	p.next()
	if p.token == "!" {
		p.fail(p.begin, "double negation not allowed")
	}
	return &NotExpr{p.atom()}
}

func (p *parser) atom() Expr {
	switch {
	case p.token == "(":
		open := p.begin
		p.parens++
		p.next()
		x := p.or()
		p.parens--
		if p.token != ")" {
			p.fail(open, errParen)
		}
		p.next()
		return x
	case p.isTag:
		tag := &TagExpr{p.token}
		p.next()
		return tag
	case p.token == "":
		if p.parens > 0 {
			p.fail(p.begin, errParen)
		}
		p.fail(p.begin, "unexpected end of expression")
	}
	p.fail(p.begin, "unexpected token "+p.token)
	return nil
}

// parsePlus parses the alternatives of // +build. An invalid tag stands for "ignore", which is never set.
func parsePlus(text string) (Expr, error) {
	var all Expr
	count := 0
	for _, alternative := range strings.Fields(text) {
		var both Expr
		for _, word := range strings.Split(alternative, ",") {
			if count++; count > maxPlusBuild {
				return nil, errComplex
			}
			if tag := plusTag(word); both == nil {
				both = tag
			} else {
				both = &AndExpr{both, tag}
			}
		}
		if all == nil {
			all = both
		} else {
			all = &OrExpr{all, both}
		}
	}
	if all == nil {
		return &TagExpr{"ignore"}, nil
	}
	return all, nil
}

func plusTag(word string) Expr {
	tag, isNot := strings.CutPrefix(word, "!")
	if tag == "" || strings.ContainsFunc(tag, func(c rune) bool { return !isTagRune(c) }) {
		return &TagExpr{"ignore"}
	}
	if isNot {
		return &NotExpr{&TagExpr{tag}}
	}
	return &TagExpr{tag}
}
