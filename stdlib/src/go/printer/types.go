package printer

import (
	"go/ast"
	"go/token"
)

func (p *printer) typ(x ast.Expr) {
	switch x := x.(type) {
	case *ast.ArrayType:
		p.bracketed(x.Len)
		p.expr(x.Elt)
	case *ast.FuncType:
		p.put(token.FUNC)
		p.signature(x)
	case *ast.ChanType:
		if x.Dir == ast.RECV {
			p.put(token.ARROW)
		}
		p.put(token.CHAN)
		if x.Dir == ast.SEND {
			p.putAt(x.Arrow, token.ARROW)
		}
		p.gap(blank)
		p.expr(x.Value)
	case *ast.StructType:
		p.put(token.STRUCT)
		p.members(x.Fields, true, x.Incomplete)
	case *ast.MapType:
		p.put(token.MAP)
		p.bracketed(x.Key)
		p.expr(x.Value)
	case *ast.InterfaceType:
		p.put(token.INTERFACE)
		p.members(x.Methods, false, x.Incomplete)
	}
}

// bracketed prints the brackets of an array or a map type, and their contents.
func (p *printer) bracketed(x ast.Expr) {
	p.put(token.LBRACK)
	if x != nil {
		p.expr(x)
	}
	p.put(token.RBRACK)
}

func (p *printer) signature(f *ast.FuncType) {
	if f.TypeParams != nil {
		p.params(f.TypeParams, token.LBRACK, token.RBRACK, false)
	}
	if f.Params == nil {
		p.put(token.LPAREN)
		p.put(token.RPAREN)
	} else {
		p.params(f.Params, token.LPAREN, token.RPAREN, false)
	}
	if f.Results.NumFields() == 0 {
		return
	}
	p.gap(blank)
	if only := f.Results.List[0]; f.Results.NumFields() == 1 && only.Names == nil {
		p.expr(bare(only.Type))
		return
	}
	p.params(f.Results, token.LPAREN, token.RPAREN, false)
}

// bare returns an expression without parentheses around it.
func bare(x ast.Expr) ast.Expr {
	for {
		inner, ok := x.(*ast.ParenExpr)
		if !ok {
			return x
		}
		x = inner.X
	}
}

// params prints parameters in brackets; ofType says that they are the type parameters of a declared type.
func (p *printer) params(fields *ast.FieldList, open, close token.Token, ofType bool) {
	p.putAt(fields.Opening, open)
	if len(fields.List) > 0 {
		p.paramList(fields, ofType)
	}
	p.putAt(fields.Closing, close)
}

func (p *printer) paramList(fields *ast.FieldList, ofType bool) {
	end := p.src.line(fields.Opening) // source line of the bracket or parameter before
	indents := inward
	for i, f := range fields.List {
		line := p.src.line(f.Pos())
		below := 0 < end && end < line
		if i > 0 {
			if !below {
				p.at(f.Pos())
			}
			p.put(token.COMMA)
		}
		switch {
		case below && p.breakLine(line, 0, indents, true) > 0:
			indents = nothing
		case i > 0:
			p.gap(blank)
		}
		p.param(f, indents == inward)
		end = p.src.line(f.End())
	}
	switch line := p.src.line(fields.Closing); {
	case 0 < end && end < line:
		p.put(token.COMMA)
		p.breakLine(line, 0, nothing, true)
	case ofType && fields.NumFields() == 1 && readsAsProduct(bare(fields.List[0].Type)):
		// Without a comma, [P *T] would be the length of an array.
		p.put(token.COMMA)
	}
	if indents == nothing {
		p.gap(outward)
	}
}

// param prints the names and the type of parameters. indented says to indent further lines of names.
func (p *printer) param(f *ast.Field, indented bool) {
	if len(f.Names) > 0 {
		p.names(f.Names, indented)
		p.gap(blank)
	}
	p.expr(bare(f.Type))
}

// readsAsProduct reports whether a name followed by this constraint reads as an expression.
func readsAsProduct(x ast.Expr) bool {
	for {
		var last ast.Expr
		switch t := x.(type) {
		case *ast.BinaryExpr:
			if isConstraint(t.Y) {
				return false
			}
			x = t.X
			continue
		case *ast.ParenExpr:
			last = t.X
		case *ast.StarExpr:
			last = t.X
		}
		return last != nil && !isConstraint(last)
	}
}

// isConstraint reports whether an expression can only be a type.
func isConstraint(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.ArrayType, *ast.StructType, *ast.FuncType, *ast.InterfaceType, *ast.MapType, *ast.ChanType:
		return true
	case *ast.BinaryExpr:
		return isConstraint(x.X) || isConstraint(x.Y)
	case *ast.UnaryExpr:
		return x.Op == token.TILDE
	case *ast.ParenExpr:
		return isConstraint(x.X)
	}
	return false
}

// names prints names separated by commas.
func (p *printer) names(names []*ast.Ident, indented bool) {
	exprs := make([]ast.Expr, len(names))
	for i, name := range names {
		exprs[i] = name
	}
	p.list(row{exprs: exprs, depth: 1, level: !indented})
}

// members prints the fields of a struct or the elements of an interface.
func (p *printer) members(fields *ast.FieldList, isStruct, cut bool) {
	full := cut || p.remarkBefore(p.src.place(fields.Closing)) // whether there is anything beside fields
	open, closing := p.src.line(fields.Opening), p.src.line(fields.Closing)
	if !full && open > 0 && open == closing {
		if len(fields.List) == 0 {
			p.putAt(fields.Opening, token.LBRACE)
			p.putAt(fields.Closing, token.RBRACE)
			return
		}
		if p.fitsLine(fields.List) {
			p.lineOfMembers(fields, isStruct)
			return
		}
	}
	p.gap(blank)
	p.putAt(fields.Opening, token.LBRACE)
	p.gap(inward)
	if full || len(fields.List) > 0 {
		p.gap(section)
	}
	between := cell
	if len(fields.List) == 1 {
		between = blank
	}
	mark := 0
	for i, f := range fields.List {
		if i > 0 {
			p.breakLine(p.src.line(f.Pos()), 1, nothing, p.longerThanLine(mark))
		}
		p.remark(f.Doc)
		p.mark(&mark)
		if isStruct {
			p.field(f, between)
		} else {
			p.method(f)
			p.remark(f.Comment)
		}
	}
	if cut {
		if len(fields.List) > 0 {
			p.gap(section)
		}
		// The comment behind the last field.
		p.settle(p.src.place(fields.Closing), token.RBRACE)
		if isStruct {
			p.sayCut(fieldsCut)
		} else {
			p.sayCut(methodsCut)
		}
	}
	p.gap(outward, section)
	p.putAt(fields.Closing, token.RBRACE)
}

// fitsLine reports whether the only member of a type is short enough to be printed in the line of the braces.
func (p *printer) fitsLine(list []*ast.Field) bool {
	const most = 30
	f := list[0]
	if len(list) > 1 || f.Tag != nil || f.Comment != nil {
		return false
	}
	size := p.measure(f.Type, most)
	if len(f.Names) > 0 {
		// As in Go: only the blank after the names counts, not their length.
		size++
	}
	return size <= most
}

func (p *printer) lineOfMembers(fields *ast.FieldList, isStruct bool) {
	p.putAt(fields.Opening, token.LBRACE)
	p.gap(blank)
	f := fields.List[0]
	switch {
	case !isStruct:
		p.method(f)
	default:
		for i, name := range f.Names {
			if i > 0 {
				p.put(token.COMMA)
				p.gap(blank)
			}
			p.expr(name)
		}
		if len(f.Names) > 0 {
			p.gap(blank)
		}
		p.expr(f.Type)
	}
	p.gap(blank)
	p.putAt(fields.Closing, token.RBRACE)
}

// field prints a field: the cells of its names, type, tag and comment.
func (p *printer) field(f *ast.Field, between gap) {
	empty := 1 // number of empty cells before a comment
	if len(f.Names) > 0 {
		p.names(f.Names, false)
		p.gap(between)
	} else {
		empty++
	}
	p.expr(f.Type)
	if f.Tag != nil {
		if len(f.Names) > 0 && between == cell {
			p.gap(cell)
		}
		p.gap(between)
		p.expr(f.Tag)
		empty = 0
	}
	if f.Comment != nil {
		for range empty {
			p.gap(between)
		}
		p.remark(f.Comment)
	}
}

// method prints a method, or an embedded type.
func (p *printer) method(f *ast.Field) {
	if len(f.Names) == 0 {
		p.expr(f.Type)
		return
	}
	p.expr(f.Names[0])
	p.signature(f.Type.(*ast.FuncType))
}
