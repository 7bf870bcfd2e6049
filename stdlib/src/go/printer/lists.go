package printer

import (
	"go/ast"
	"go/token"
	"math/bits"
)

// A row is a list of expressions between two tokens, whose positions are after and before.
type row struct {
	exprs         []ast.Expr
	depth         int
	after, before token.Pos
	comma         bool // a comma follows the last element if a line ends there
	level         bool // lines are not indented
	cut           bool // the tree was trimmed
}

const (
	fieldsCut  = "contains filtered or unexported fields"
	methodsCut = "contains filtered or unexported methods"
)

// list prints a row. It keeps the source's line breaks.
func (p *printer) list(r row) {
	after, before := p.src.place(r.after), p.src.place(r.before)
	if len(r.exprs) == 0 {
		if r.cut {
			p.nothingLeft(after.known() && after.line == before.line)
		}
		return
	}
	begin := p.src.line(r.exprs[0].Pos())
	if after.known() && after.line == begin && begin == p.src.line(r.exprs[len(r.exprs)-1].End()) {
		for i, x := range r.exprs {
			if i > 0 {
				p.putAt(x.Pos(), token.COMMA)
				p.gap(blank)
			}
			p.deep(x, r.depth)
		}
		if r.cut {
			p.put(token.COMMA)
			p.gap(blank)
			p.literal(token.STRING, "/* "+fieldsCut+" */")
		}
		return
	}
	l := lines{printer: p, row: r, aligns: after.known() && before.known(), indents: inward, first: -1, lastLine: after.line}
	if r.level {
		l.indents = nothing
	}
	if after.known() && after.line < begin && p.breakLine(begin, 0, l.indents, true) > 0 {
		l.begun(0)
	}
	for i, x := range r.exprs {
		l.element(i, x)
	}
	l.end(before)
}

// sayCut prints a comment that says that parts of the tree were removed, unless the printer has a list of comments.
func (p *printer) sayCut(message string) {
	p.remark(&ast.CommentGroup{List: []*ast.Comment{{Text: "// " + message}}})
}

// nothingLeft prints that all elements of a list were removed from the tree.
func (p *printer) nothingLeft(inLine bool) {
	if inLine {
		p.literal(token.STRING, "/* "+fieldsCut+" */")
		return
	}
	p.gap(line)
	p.gap(inward)
	p.literal(token.STRING, "// "+fieldsCut)
	p.gap(outward, line)
}

// lines is the state of printing a row with several lines.
type lines struct {
	*printer
	row
	aligns   bool // whether the positions of the ends are known, so that columns can be aligned
	indents  gap  // the gap before the first line break: inward, or nothing
	indented bool
	first    int // the element after the last line break; -1 if there was none
	lastLine int // source line of the last element

	size int // size of the last element, or of its key; 0 if it takes several lines
	// The sizes since the beginning of the section, as the sum of their logarithms.
	logs  float64
	sizes int
}

// begun records that an element begins a line.
func (l *lines) begun(i int) {
	l.indented = l.indented || l.indents == inward
	l.indents = nothing
	l.first = i
}

// maxLine is larger than the number of bytes in any line.
const maxLine = 1000000

// elementSize returns the size of an element for alignment: that of its key if it has one.
func (l *lines) elementSize(x ast.Expr) int {
	size := l.measure(x, maxLine)
	if size > maxLine || !l.aligns {
		return 0
	}
	if pair, ok := x.(*ast.KeyValueExpr); ok {
		return l.measure(pair.Key, maxLine)
	}
	return size
}

// breaksColumns reports whether an element of this size starts a new alignment section, because its size differs too much.
func (l *lines) breaksColumns(size, before int) bool {
	const small, threshold = 40, 2.5
	if before <= 0 || size <= 0 {
		return true
	}
	if l.sizes == 0 || before <= small && size <= small {
		return false
	}
	mean := power2(l.logs / float64(l.sizes))
	return threshold*float64(size) <= mean || threshold*mean <= float64(size)
}

// log2 returns the binary logarithm of a size, interpolated linearly between powers of two: this gives the same result on all processors.
func log2(size int) float64 {
	whole := bits.Len(uint(size)) - 1
	return float64(whole) + float64(size-1<<whole)/float64(int(1)<<whole)
}

// power2 returns the inverse of log2.
func power2(log float64) float64 {
	whole := int(log)
	return float64(int(1)<<whole) * (1 + (log - float64(whole)))
}

func (l *lines) element(i int, x ast.Expr) {
	at := l.src.line(x.Pos())
	before := l.size
	l.size = l.elementSize(x)
	breaks := 0 < l.lastLine && l.lastLine < at
	if i > 0 {
		if !breaks {
			l.at(x.Pos())
		}
		l.put(token.COMMA)
		if !breaks || !l.breakBefore(i, at, before) {
			l.gap(blank)
		}
	}
	pair, ok := x.(*ast.KeyValueExpr)
	if ok && breaks && l.size > 0 && len(l.exprs) > 1 {
		l.keyValue(pair, cell)
	} else {
		l.deep(x, l.depth)
	}
	if l.size > 0 {
		l.logs += log2(l.size)
		l.sizes++
	}
	l.lastLine = at
}

// breakBefore breaks the line before an element, whose source line is at.
func (l *lines) breakBefore(i, at, sizeBefore int) bool {
	// If the last line had several elements, they are not aligned in columns.
	n := l.breakLine(at, 0, l.indents, l.breaksColumns(l.size, sizeBefore) || l.first+1 < i)
	if n > 1 {
		l.logs, l.sizes = 0, 0
	}
	if n > 0 {
		l.begun(i)
	}
	return n > 0
}

// end prints the tokens after the last element.
func (l *lines) end(before place) {
	if l.comma && before.known() && l.pos.line < before.line {
		l.put(token.COMMA)
		if l.cut {
			l.gap(line)
			l.literal(token.STRING, "// "+fieldsCut)
		}
		l.outdent()
		l.gap(section)
		return
	}
	if l.cut {
		l.put(token.COMMA)
		l.gap(line)
		l.literal(token.STRING, "// "+fieldsCut)
		l.gap(line)
	}
	l.outdent()
}

func (l *lines) outdent() {
	if l.indented {
		l.gap(outward)
	}
}
