package parser

import (
	"fmt"
	"go/token"
	"strings"
)

// traceLine prints a line with the position of the next token.
func (p *parser) traceLine(text string) {
	pos := p.src.Position(p.pos)
	fmt.Printf("%5d:%3d: %s%s\n", pos.Line, pos.Column, strings.Repeat(". ", p.level), text)
}

// traceToken prints the token that was read.
func (p *parser) traceToken() {
	text := p.tok.String()
	switch {
	case p.tok == token.COMMENT, p.tok.IsOperator() && p.tok != token.SEMICOLON, p.tok.IsKeyword():
		text = fmt.Sprintf("%q", text)
	case p.tok != token.EOF:
		text += " " + p.lit
	}
	p.traceLine(text)
}

// enter prints that the parser enters a production.
func (p *parser) enter(production string) *parser {
	p.traceLine(production + " (")
	p.level++
	return p
}

// leave prints that the parser leaves a production.
func (p *parser) leave(*parser) {
	p.level--
	p.traceLine(")")
}
