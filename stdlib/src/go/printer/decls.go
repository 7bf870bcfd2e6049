package printer

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
	"unicode"
)

func (p *printer) file(f *ast.File) {
	p.remark(f.Doc)
	p.putAt(f.Pos(), token.PACKAGE)
	p.gap(blank)
	p.expr(f.Name)
	p.decls(f.Decls)
	p.gap(line)
}

// keyword returns the first token of a declaration.
func keyword(d ast.Decl) token.Token {
	switch d := d.(type) {
	case *ast.GenDecl:
		return d.Tok
	case *ast.FuncDecl:
		return token.FUNC
	}
	return token.ILLEGAL
}

// decls prints declarations. Empty lines separate declarations of different kinds, and documented ones.
func (p *printer) decls(list []ast.Decl) {
	last := token.ILLEGAL
	for _, d := range list {
		tok := keyword(d)
		if len(p.out) > 0 {
			least := 1
			if doc, _ := commentsOf(d); doc != nil || tok != last {
				least = 2
			}
			// The lines of a function do not influence the alignment of those before it.
			p.breakLine(p.src.line(d.Pos()), least, nothing, tok == token.FUNC && p.isLong(d))
		}
		last = tok
		p.decl(d)
	}
}

// isLong reports whether a declaration takes several lines.
func (p *printer) isLong(d ast.Decl) bool {
	begin := d.Pos()
	// A function without any positions may lack parameters, and then has no end.
	if !begin.IsValid() {
		return true
	}
	end := d.End()
	return !end.IsValid() || p.src.line(begin) < p.src.line(end)
}

func (p *printer) decl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.GenDecl:
		p.genDecl(d)
	case *ast.FuncDecl:
		p.funcDecl(d)
	case *ast.BadDecl:
		p.at(d.Pos())
		p.literal(token.STRING, "BadDecl")
	}
}

func (p *printer) genDecl(d *ast.GenDecl) {
	p.remark(d.Doc)
	p.putAt(d.Pos(), d.Tok)
	p.gap(blank)
	if !d.Lparen.IsValid() && len(d.Specs) == 1 {
		p.spec(d.Specs[0], false, true)
		return
	}
	p.putAt(d.Lparen, token.LPAREN)
	if len(d.Specs) > 0 {
		p.gap(inward, section)
		p.group(d)
		p.gap(outward, section)
	}
	p.putAt(d.Rparen, token.RPAREN)
}

// group prints the specs of a declaration in parentheses.
func (p *printer) group(d *ast.GenDecl) {
	var typed []bool
	several := len(d.Specs) > 1
	values := several && (d.Tok == token.CONST || d.Tok == token.VAR)
	if values {
		typed = typeCells(d.Specs)
	}
	mark := 0
	for i, s := range d.Specs {
		if i > 0 {
			p.breakLine(p.src.line(s.Pos()), 1, nothing, p.longerThanLine(mark))
		}
		p.mark(&mark)
		if values {
			p.alignedValues(s.(*ast.ValueSpec), typed[i])
		} else {
			p.spec(s, several, false)
		}
	}
}

// typeCells reports for each spec whether it has a cell for a type: a spec with values has one if a neighbouring spec with values has a type.
func typeCells(specs []ast.Spec) []bool {
	cells := make([]bool, len(specs))
	for i := 0; i < len(specs); {
		if specs[i].(*ast.ValueSpec).Values == nil {
			i++
			continue
		}
		end, typed := i, false
		for ; end < len(specs); end++ {
			s := specs[end].(*ast.ValueSpec)
			if s.Values == nil {
				break
			}
			typed = typed || s.Type != nil
		}
		for ; i < end; i++ {
			cells[i] = typed
		}
	}
	return cells
}

// alignedValues prints the constants or variables of a group in cells: names, type, values and comment.
func (p *printer) alignedValues(s *ast.ValueSpec, typed bool) {
	p.remark(s.Doc)
	p.names(s.Names, false)
	empty := 3 // number of empty cells before a comment
	if typed || s.Type != nil {
		p.gap(cell)
		empty--
	}
	if s.Type != nil {
		p.expr(s.Type)
	}
	if s.Values != nil {
		p.gap(cell)
		p.put(token.ASSIGN)
		p.gap(blank)
		p.list(row{exprs: s.Values, depth: 1})
		empty--
	}
	if s.Comment != nil {
		for range empty {
			p.gap(cell)
		}
		p.remark(s.Comment)
	}
}

// spec prints a spec. aligned says that it is one of several in a group, indented that names on further lines are indented.
func (p *printer) spec(s ast.Spec, aligned, indented bool) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		p.typeSpec(s, aligned)
	case *ast.ValueSpec:
		p.remark(s.Doc)
		p.names(s.Names, indented)
		if s.Type != nil {
			p.gap(blank)
			p.expr(s.Type)
		}
		if s.Values != nil {
			p.gap(blank)
			p.put(token.ASSIGN)
			p.gap(blank)
			p.list(row{exprs: s.Values, depth: 1})
		}
		p.remark(s.Comment)
	case *ast.ImportSpec:
		p.importSpec(s)
	}
}

func (p *printer) importSpec(s *ast.ImportSpec) {
	p.remark(s.Doc)
	if name := s.Name; name != nil {
		p.expr(name)
		p.gap(blank)
	}
	p.expr(quotedPath(s.Path))
	p.remark(s.Comment)
	p.at(s.EndPos)
}

func (p *printer) typeSpec(s *ast.TypeSpec, aligned bool) {
	p.remark(s.Doc)
	p.expr(s.Name)
	if s.TypeParams != nil {
		p.params(s.TypeParams, token.LBRACK, token.RBRACK, true)
	}
	if aligned {
		p.gap(cell)
	} else {
		p.gap(blank)
	}
	if s.Assign.IsValid() {
		p.put(token.ASSIGN)
		p.gap(blank)
	}
	p.expr(s.Type)
	p.remark(s.Comment)
}

// quotedPath returns an import path in double quotes, if it is a valid one.
func quotedPath(x *ast.BasicLit) *ast.BasicLit {
	path, err := strconv.Unquote(x.Value)
	if err != nil || path == "" {
		return x
	}
	for _, c := range path {
		if !unicode.IsGraphic(c) || unicode.IsSpace(c) || strings.ContainsRune("!\"#$%&'()*,:;<=>?[\\]^{|}`\uFFFD", c) {
			return x
		}
	}
	return &ast.BasicLit{ValuePos: x.ValuePos, Kind: token.STRING, Value: strconv.Quote(path)}
}

func (p *printer) funcDecl(d *ast.FuncDecl) {
	p.remark(d.Doc)
	p.putAt(d.Pos(), token.FUNC)
	p.gap(blank)
	begin := p.page.column - len("func ")
	if d.Recv != nil {
		p.params(d.Recv, token.LPAREN, token.RPAREN, false)
		p.gap(blank)
	}
	p.expr(d.Name)
	p.signature(d.Type)
	p.body(p.columnsSince(d.Pos(), begin), cell, d.Body)
}

// body prints the body of a function. header is the width of the function's header in columns; before is the gap before a body that is printed in the header's line.
func (p *printer) body(header int, before gap, b *ast.BlockStmt) {
	if b == nil {
		return
	}
	composite := p.composite
	p.composite = 0
	const most = 100
	if header+p.bodySize(b, most) <= most {
		p.gap(before)
		p.lineOfBody(b)
	} else {
		p.gap(blank)
		p.block(b, true)
	}
	p.composite = composite
}

// bodySize returns the length of a body printed in one line; more than most if it is longer, or needs several lines or has more than five statements.
func (p *printer) bodySize(b *ast.BlockStmt, most int) int {
	begin, end := p.src.line(b.Pos()), p.src.line(b.Rbrace)
	if b.Pos().IsValid() && b.Rbrace.IsValid() && begin != end || len(b.List) > 5 {
		return most + 1
	}
	size := p.sizeBefore(p.src.place(b.Rbrace))
	for i, s := range b.List {
		if size > most {
			break
		}
		if i > 0 {
			size += len("; ")
		}
		size += p.measure(s, most)
	}
	return size
}

func (p *printer) lineOfBody(b *ast.BlockStmt) {
	p.putAt(b.Lbrace, token.LBRACE)
	if len(b.List) > 0 {
		p.gap(blank)
		for i, s := range b.List {
			if i > 0 {
				p.put(token.SEMICOLON)
				p.gap(blank)
			}
			p.stmt(s, i == len(b.List)-1)
		}
		p.gap(blank)
	}
	p.joined = !p.joined
	p.putAt(b.Rbrace, token.RBRACE)
	p.joined = !p.joined
}
