package printer

import (
	"go/ast"
	"go/build/constraint"
	"go/token"
	"strings"
	"unicode"
)

// remarks are the comments that are not yet printed.
type remarks struct {
	all    []*ast.CommentGroup
	group  *ast.CommentGroup // the next group
	offset int               // offset of the next group; far if there is none
	breaks bool              // whether the group ends a line
	// fromNodes is set if the printer has no list of comments: it then prints the comments of nodes.
	fromNodes bool
}

// nextGroup advances to the next comment group.
func (p *printer) nextGroup() {
	r := &p.remarks
	for len(r.all) > 0 {
		g := r.all[0]
		r.all = r.all[1:]
		if len(g.List) > 0 {
			r.group = g
			r.offset = p.src.place(g.Pos()).offset
			r.breaks = p.breaksLine(g)
			return
		}
	}
	r.offset = far
}

func (p *printer) breaksLine(g *ast.CommentGroup) bool {
	first := p.src.line(g.Pos())
	for _, c := range g.List {
		if c.Text[1] == '/' || strings.Contains(c.Text, "\n") || p.src.line(c.Pos()) != first {
			return true
		}
	}
	return false
}

// remarkBefore reports whether a comment is to be printed before a place. A comment with a line break is not printed where that would become a semicolon.
func (p *printer) remarkBefore(next place) bool {
	return p.remarks.offset < next.offset && !(p.semicolon && p.remarks.breaks)
}

// remark prints the comment of a node, if the printer has no list of comments.
func (p *printer) remark(g *ast.CommentGroup) {
	r := &p.remarks
	if g == nil || !r.fromNodes {
		return
	}
	if len(r.all) > 0 {
		p.settle(p.src.place(g.Pos()), token.ILLEGAL)
	}
	r.all = []*ast.CommentGroup{g}
	// A comment after a line may still be pending when one above the next line comes.
	if r.offset == far {
		p.nextGroup()
	}
}

// sizeBefore returns the length of the comments before a place.
func (p *printer) sizeBefore(next place) (size int) {
	saved := p.remarks
	for p.remarkBefore(next) {
		for _, c := range p.remarks.group.List {
			size += len(c.Text)
		}
		p.nextGroup()
	}
	p.remarks = saved
	return size
}

// weave prints the comments before a place with the gaps around them.
func (p *printer) weave(next place, tok token.Token) (broke, dropped bool) {
	var last *ast.Comment
	for p.remarkBefore(next) {
		g := p.remarks.group
		list := g.List
		documents := false
		if tok != token.IMPORT && tok != token.IDENT && p.src.place(g.Pos()).column == 1 {
			end := p.src.place(g.End() + 1)
			documents = end.known() && end.offset == next.offset && end.file == next.file
		}
		if documents {
			// These comments document a package-level declaration. The text before import "C" is C code.
			list = reformed(list)
			if len(list) == 0 {
				p.beforeComment(p.src.place(g.Pos()), next, last, tok)
				p.pos, p.last = next, next
				p.nextGroup()
				return p.afterComments(false)
			}
		}
		for _, c := range list {
			p.beforeComment(p.src.place(c.Pos()), next, last, tok)
			p.comment(c)
			last = c
		}
		if documents {
			last = g.List[len(g.List)-1]
			p.pos = p.src.place(last.End())
			p.last = p.pos
		}
		p.nextGroup()
	}
	if last == nil {
		return false, false
	}
	block := last.Text[1] == '*'
	if !block {
		return p.afterComments(true)
	}
	needsLine := tok == token.EOF || tok == token.RBRACE && !p.joined
	closes := tok == token.RPAREN && p.opened != token.LPAREN || tok == token.RBRACK && p.opened != token.LBRACK
	if !p.tight && p.src.line(last.Pos()) == next.line && tok != token.COMMA && !closes {
		// The token follows the comment in the same line.
		if p.breakWaits() && !p.joined && p.composite == 0 {
			needsLine = true
		} else {
			p.space(' ', 1)
		}
	}
	return p.afterComments(needsLine)
}

// breakWaits reports whether a line break is among the gaps.
func (p *printer) breakWaits() bool {
	for _, g := range p.gaps {
		if g.ends() {
			return true
		}
	}
	return false
}

// beforeComment prints the space before a comment at a place; prev is the comment before it if there is no token between.
func (p *printer) beforeComment(at, next place, prev *ast.Comment, tok token.Token) {
	switch {
	case len(p.out) == 0:
	case at.known() && at.file != p.last.file:
		p.space('\f', maxLines)
	case at.line == p.last.line && (prev == nil || prev.Text[1] == '*'):
		p.besideToken(at, next, prev == nil)
	default:
		p.belowToken(at, next, prev, tok)
	}
}

// besideToken separates a comment from the token before it in its line.
func (p *printer) besideToken(at, next place, first bool) {
	separated := false
	if first {
		stop := 0
	gaps:
		for i, g := range p.gaps {
			switch g {
			case blank:
				p.gaps[i] = nothing
			case cell:
				separated = true
			case inward:
			default:
				stop = i
				break gaps
			}
		}
		p.release(stop)
	}
	if separated {
		return
	}
	if at.line == next.line {
		p.space(' ', 1)
	} else {
		p.space('\t', 1)
	}
}

// belowToken separates a comment from the token above it.
func (p *printer) belowToken(at, next place, prev *ast.Comment, tok token.Token) {
	stop := 0
	replaced := false // whether the gaps had a line break
gaps:
	for i, g := range p.gaps {
		switch g {
		case blank, cell:
			p.gaps[i] = nothing
			continue
		case inward:
			continue
		case outward:
			// The last gap belongs to the block that ends, unless the comment is indented like the token after it.
			if i+1 < len(p.gaps) && p.gaps[i+1] == outward || tok != token.RBRACE && at.column == next.column {
				continue
			}
		case line, section:
			p.gaps[i] = nothing
			replaced = prev == nil
		}
		stop = i
		break gaps
	}
	p.release(stop)
	n := 0
	if at.known() && p.last.known() {
		n = max(at.line-p.last.line, 0)
	}
	if p.indent == 0 && replaced {
		n++
	}
	if n == 0 && prev != nil && prev.Text[1] == '/' {
		n = 1
	}
	if n > 0 {
		p.space('\f', min(n, maxLines))
	}
}

// afterComments prints the remaining gaps after comments, with one line break if needsLine is set, otherwise without.
func (p *printer) afterComments(needsLine bool) (broke, dropped bool) {
	for i, g := range p.gaps {
		switch {
		case g == blank || g == cell:
			p.gaps[i] = nothing
		case g.ends() && needsLine:
			needsLine = false
			broke = true
		case g.ends():
			dropped = dropped || g == section
			p.gaps[i] = nothing
		}
	}
	p.release(len(p.gaps))
	if needsLine {
		p.space('\n', 1)
		broke = true
	}
	return broke, dropped
}

// comment prints a comment.
func (p *printer) comment(c *ast.Comment) {
	at := p.src.place(c.Pos())
	if c.Text[1] == '/' {
		if constraint.IsGoBuild(c.Text) {
			p.goBuild = append(p.goBuild, len(p.out))
		} else if constraint.IsPlusBuild(c.Text) {
			p.plusBuild = append(p.plusBuild, len(p.out))
		}
		indent := p.indent
		if strings.HasPrefix(c.Text, "//line ") && (!at.known() || at.column == 1) {
			// Elsewhere it would not be a //line comment.
			p.indent = 0
		}
		p.text(at, trimEnd(c.Text), true)
		p.indent = indent
		return
	}
	lines := strings.Split(c.Text, "\n")
	if at.known() && at.column == 1 && p.indent > 0 {
		// The comment moves to the right. Its other lines move with it, so that formatting again changes nothing.
		for i := range lines[1:] {
			lines[1+i] = "   " + lines[1+i]
		}
	}
	if len(lines) > 1 {
		shiftLines(lines)
	}
	for i, text := range lines {
		if i > 0 {
			p.space('\f', 1)
			at = p.pos
		}
		if text != "" {
			p.text(at, trimEnd(text), true)
		}
	}
}

func trimEnd(s string) string { return strings.TrimRightFunc(s, unicode.IsSpace) }
