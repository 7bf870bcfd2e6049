package printer

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"strings"
	"text/tabwriter"
)

// escape encloses text that must not be aligned.
const escape = tabwriter.Escape

// A page is the output before columns are aligned: '\v' ends a cell, '\f' a line and all columns.
type page struct {
	out          []byte
	line, column int
	margin       int // number of tabs at the beginning of each line
	indent       int // number of tabs after the margin
	// ragged is set after text with several lines: the rest of its last line is not aligned.
	ragged bool
	broken bool // whether the page has several lines
}

func (g *page) start(margin int) { g.line, g.column, g.margin = 1, 1, margin }

// begin indents a new line.
func (g *page) begin(pos *place) {
	if g.column != 1 {
		return
	}
	n := g.margin + g.indent
	for range n {
		g.out = append(g.out, '\t')
	}
	if n > 0 {
		pos.offset += n
		pos.column += n
		g.column += n
	}
}

// A printer prints a tree. pos is the source position of the next output; if no token sets it, it is advanced by the
// text that is printed.
type printer struct {
	Config
	page
	src     source
	remarks remarks

	pos, last place // last is the end of the last token or comment
	gaps      []gap // white space between the last token and the next
	token     token.Token
	opened    token.Token // the last token if it is "(" or "[", or ILLEGAL
	// semicolon is set if a newline here would become a semicolon.
	semicolon bool
	tight     bool // no space after a comment
	joined    bool // no line break after a block comment
	composite int  // nesting depth of composite literals

	// lineOf points to where the printer stores the line of the next token.
	lineOf *int

	sizes    map[ast.Node]int
	measures bool // whether only the size is measured
	sourceOf string
	// The offsets of //go:build and // +build comments in the page.
	goBuild, plusBuild []int
	err                error
}

// space writes n times a blank, a tab, or the end of a cell, line or section.
func (p *printer) space(c byte, n int) {
	ends := c == '\n' || c == '\f'
	if p.ragged {
		if ends {
			c = '\f'
			p.ragged = false
		} else {
			c = ' '
		}
	}
	p.begin(&p.pos)
	for range n {
		p.out = append(p.out, c)
	}
	p.pos.offset += n
	if ends {
		p.broken = true
		p.pos.line += n
		p.page.line += n
		p.pos.column, p.page.column = 1, 1
		return
	}
	p.pos.column += n
	p.page.column += n
}

// text writes a token or a line of a comment. If literal is set, the text may have any characters.
func (p *printer) text(at place, s string, literal bool) {
	if p.page.column == 1 {
		if p.Mode&SourcePos != 0 {
			p.sayLine(at)
		}
		p.begin(&p.pos)
	}
	if at.known() {
		p.pos = at
	}
	if !literal {
		p.out = append(p.out, s...)
	} else {
		p.out = append(p.out, escape)
		p.out = append(p.out, s...)
		p.out = append(p.out, escape)
	}
	p.pos.offset += len(s)
	width := len(s)
	if literal {
		if lines := strings.Count(s, "\n") + strings.Count(s, "\f"); lines > 0 {
			p.ragged, p.broken = true, true
			p.pos.line += lines
			p.page.line += lines
			width = len(s) - strings.LastIndexAny(s, "\n\f")
			p.pos.column, p.page.column = 0, 0
		}
	}
	p.pos.column += width
	p.page.column += width
	p.last = p.pos
}

// sayLine writes a //line comment unless the lines of page and source agree.
func (p *printer) sayLine(at place) {
	if !at.known() {
		return
	}
	name := ""
	if at.file != nil {
		name = at.file.Name()
	}
	if p.page.line == at.line && p.sourceOf == name {
		return
	}
	if strings.ContainsAny(name, "\r\n") && p.err == nil {
		p.err = fmt.Errorf("go/printer: source filename contains unexpected newline character: %q", name)
	}
	p.out = append(p.out, escape)
	p.out = fmt.Appendf(p.out, "//line %s:%d\n", name, at.line)
	p.out = append(p.out, escape)
	p.sourceOf = name
	p.page.line = at.line
}

// finish aligns the columns, and removes trailing blanks and escapes.
func (p *printer) finish() ([]byte, error) {
	p.moveConstraints()
	aligned := p.out
	if p.Mode&RawFormat == 0 {
		var b bytes.Buffer
		pad, least, flags := byte('\t'), p.Tabwidth, tabwriter.DiscardEmptyColumns
		if p.Mode&UseSpaces != 0 {
			pad = ' '
		}
		if p.Mode&TabIndent != 0 {
			least = 0
			flags |= tabwriter.TabIndent
		}
		w := tabwriter.NewWriter(&b, least, p.Tabwidth, 1, pad, flags)
		w.Write(p.out)
		if err := w.Flush(); err != nil {
			return nil, err
		}
		aligned = b.Bytes()
	}
	return trim(aligned), nil
}

// trim returns the lines without trailing blanks and without escapes.
func trim(text []byte) []byte {
	out := make([]byte, 0, len(text))
	kept := 0 // length of out without trailing blanks
	escaped := false
	for _, c := range text {
		switch {
		case c == escape:
			escaped = !escaped
			kept = len(out)
			continue
		case escaped:
		case c == '\n' || c == '\f':
			out = out[:kept]
			c = '\n'
		case c == '\v':
			out = append(out, '\t')
			continue
		case c == '\t' || c == ' ':
			out = append(out, c)
			continue
		}
		out = append(out, c)
		kept = len(out)
	}
	return out[:kept]
}

// visibleLength returns the length of a line without trailing blanks and escapes.
func visibleLength(line []byte) int {
	length, visible := 0, 0
	for _, c := range line {
		if c == escape {
			visible = length
			continue
		}
		length++
		if c != ' ' && c != '\t' && c != '\v' {
			visible = length
		}
	}
	return visible
}
