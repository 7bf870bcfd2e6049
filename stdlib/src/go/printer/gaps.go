package printer

import (
	"go/ast"
	"go/token"
	"slices"
)

// A gap is the desired white space before the next token. Comments before the token may change it.
type gap byte

const (
	nothing gap = iota
	inward      // indent lines by one more tab
	outward     // indent lines by one tab less
	blank   gap = ' '
	cell    gap = '\v' // the end of a cell
	line    gap = '\n'
	section gap = '\f' // the end of a line and of all columns
)

func (g gap) ends() bool { return g == line || g == section }

// maxGaps is the maximum number of pending gaps; further ones print the pending gaps before comments.
const maxGaps = 16

// maxLines is the maximum number of consecutive line breaks: one empty line.
const maxLines = 2

// gap adds gaps.
func (p *printer) gap(gaps ...gap) {
	for _, g := range gaps {
		if g == nothing {
			continue
		}
		p.noteOpening()
		if len(p.gaps) == maxGaps {
			p.release(maxGaps)
		}
		p.gaps = append(p.gaps, g)
		if g.ends() {
			p.semicolon = false
		}
		p.token = token.ILLEGAL
	}
}

// noteOpening records whether the last token was an opening bracket.
func (p *printer) noteOpening() {
	switch p.token {
	case token.ILLEGAL:
	case token.LPAREN, token.LBRACK:
		p.opened = p.token
	default:
		p.opened = token.ILLEGAL
	}
}

// at sets the position of the next token in the source.
func (p *printer) at(pos token.Pos) {
	if pos.IsValid() {
		p.pos = p.src.place(pos)
	}
}

// put prints a token.
func (p *printer) put(tok token.Token) {
	p.noteOpening()
	text := tok.String()
	if combines(p.token, text[0]) {
		p.gaps = append(p.gaps[:0], blank)
	}
	p.word(tok, text, false)
	switch tok {
	case token.BREAK, token.CONTINUE, token.FALLTHROUGH, token.RETURN, token.INC, token.DEC, token.RPAREN, token.RBRACK, token.RBRACE:
		p.semicolon = true
	default:
		p.semicolon = false
	}
}

// putAt prints a token with a position in the source.
func (p *printer) putAt(pos token.Pos, tok token.Token) {
	p.at(pos)
	p.put(tok)
}

func (p *printer) name(x *ast.Ident) {
	p.noteOpening()
	p.word(token.IDENT, x.Name, false)
	p.semicolon = true
}

// literal prints text that must not change.
func (p *printer) literal(tok token.Token, text string) {
	p.noteOpening()
	p.word(tok, text, true)
	p.semicolon = true
}

// combines reports whether a token that begins with c would combine with the one before it.
func combines(tok token.Token, c byte) bool {
	switch tok {
	case token.INT:
		return c == '.'
	case token.ADD:
		return c == '+'
	case token.SUB:
		return c == '-'
	case token.QUO:
		return c == '*'
	case token.LSS:
		return c == '-' || c == '<'
	case token.AND:
		return c == '&' || c == '^'
	}
	return false
}

// word prints the comments and gaps before a token, and the token.
func (p *printer) word(tok token.Token, text string, literal bool) {
	p.token = tok
	next := p.pos
	broke, dropped := p.settle(next, tok)
	if !p.semicolon {
		// Empty lines after a comment are kept.
		n := min(next.line-p.pos.line, maxLines)
		if broke && n == maxLines {
			n--
		}
		if n > 0 {
			c := byte('\n')
			if dropped {
				c = '\f'
			}
			p.space(c, n)
		}
	}
	if p.lineOf != nil {
		*p.lineOf = p.page.line
		p.lineOf = nil
	}
	p.text(next, text, literal)
}

// settle prints the gaps, and the comments before the position of the next token, which is tok. It reports whether a
// comment ended with a line break, and whether it omitted the end of a section.
func (p *printer) settle(next place, tok token.Token) (broke, dropped bool) {
	if p.remarkBefore(next) {
		return p.weave(next, tok)
	}
	p.release(len(p.gaps))
	return false, false
}

// release prints the first n gaps.
func (p *printer) release(n int) {
	for i := 0; i < n; i++ {
		g := p.gaps[i]
		if g.ends() && i+1 < n && p.gaps[i+1] == outward {
			// A label, which is one indentation to the left. A section ends here, so that the label does not influence the alignment above.
			p.gaps[i], p.gaps[i+1] = outward, section
			g = outward
		}
		switch g {
		case nothing:
		case inward:
			p.indent++
		case outward:
			p.indent = max(p.indent-1, 0)
		default:
			p.space(byte(g), 1)
		}
	}
	p.gaps = slices.Delete(p.gaps, 0, n)
}

// breakLine adds the line breaks that the source has before line to, but no fewer than least. If there are any, the gap
// first comes before them, and the first break ends the section if ends is set. It returns the number of breaks; the end of a section counts twice.
func (p *printer) breakLine(to, least int, first gap, ends bool) int {
	n := max(min(to-p.pos.line, maxLines), least)
	if n <= 0 {
		return 0
	}
	p.gap(first)
	breaks := n
	if ends {
		p.gap(section)
		n--
		breaks++
	}
	for range n {
		p.gap(line)
	}
	return breaks
}

// mark makes the printer store the line of the next token.
func (p *printer) mark(at *int) { p.lineOf = at }

// longerThanLine reports whether lines have ended since mark.
func (p *printer) longerThanLine(mark int) bool { return p.page.line > mark }
