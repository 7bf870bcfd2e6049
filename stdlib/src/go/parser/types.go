package parser

import (
	"go/ast"
	"go/token"
)

func (p *parser) ident() *ast.Ident {
	id := &ast.Ident{NamePos: p.pos, Name: "_"}
	if p.tok != token.IDENT {
		p.expect(token.IDENT)
		return id
	}
	id.Name = p.lit
	p.next()
	return id
}

func (p *parser) idents() []*ast.Ident {
	list := []*ast.Ident{p.ident()}
	for p.take(token.COMMA) {
		list = append(list, p.ident())
	}
	return list
}

// bad reports a missing construct, skips to where parsing may continue, and returns a node for the skipped text.
func (p *parser) bad(what string, to *set) *ast.BadExpr {
	from := p.pos
	p.missing(from, what)
	p.skip(to)
	return &ast.BadExpr{From: from, To: p.pos}
}

// typ parses a type; a missing one is an error.
func (p *parser) typ() ast.Expr {
	if p.mode&Trace != 0 {
		defer p.leave(p.enter("Type"))
	}
	if t := p.maybeType(); t != nil {
		return t
	}
	return p.bad("type", &endsElement)
}

// maybeType parses a type; nil if none begins here.
func (p *parser) maybeType() (t ast.Expr) {
	p.deeper()
	defer p.higher()
	switch p.tok {
	case token.IDENT:
		return p.namedType(nil)
	case token.CHAN, token.ARROW:
		return p.chanType()
	case token.LPAREN:
		paren := &ast.ParenExpr{Lparen: p.expect(token.LPAREN), X: p.typ()}
		paren.Rparen = p.expect(token.RPAREN)
		return paren
	case token.FUNC:
		return p.funcType()
	case token.MUL:
		star := p.expect(token.MUL)
		return &ast.StarExpr{Star: star, X: p.typ()}
	case token.STRUCT:
		return p.structType()
	case token.LBRACK:
		open := p.expect(token.LBRACK)
		return p.arrayType(open, nil)
	case token.INTERFACE:
		return p.interfaceType()
	case token.MAP:
		return p.mapType()
	}
	return nil
}

// typeName parses a name, which may be qualified by a package; the caller may have parsed the first identifier.
func (p *parser) typeName(id *ast.Ident) ast.Expr {
	if id == nil {
		id = p.ident()
	}
	if p.take(token.PERIOD) {
		return &ast.SelectorExpr{X: id, Sel: p.ident()}
	}
	return id
}

// namedType reads a name and type arguments.
func (p *parser) namedType(id *ast.Ident) ast.Expr {
	name := p.typeName(id)
	if p.tok == token.LBRACK {
		return p.instance(name)
	}
	return name
}

const typeArgs = "type argument list"

// instance reads type arguments of a generic type.
func (p *parser) instance(generic ast.Expr) ast.Expr {
	open := p.expect(token.LBRACK)
	p.control++
	var args []ast.Expr
	p.elements(typeArgs, token.RBRACK, func() { args = append(args, p.typ()) })
	p.control--
	end := p.closing(token.RBRACK, typeArgs)
	if len(args) == 0 {
		p.missing(end, typeArgs)
		args = append(args, &ast.BadExpr{From: open + 1, To: end})
	}
	return indexed(generic, open, args, end)
}

// indexed returns an expression with indices or type arguments.
func indexed(x ast.Expr, open token.Pos, args []ast.Expr, end token.Pos) ast.Expr {
	if len(args) == 1 {
		return &ast.IndexExpr{X: x, Lbrack: open, Index: args[0], Rbrack: end}
	}
	return &ast.IndexListExpr{X: x, Lbrack: open, Indices: args, Rbrack: end}
}

const noComma = "unexpected comma; expecting ]"

// arrayType parses an array or slice type after its bracket; the caller may have parsed the length.
func (p *parser) arrayType(open token.Pos, length ast.Expr) *ast.ArrayType {
	if length == nil {
		p.nested(func() { length = p.length() })
	}
	if p.tok == token.COMMA {
		p.error(p.pos, noComma)
		p.next()
	}
	p.expect(token.RBRACK)
	return &ast.ArrayType{Lbrack: open, Len: length, Elt: p.typ()}
}

// length parses the length of an array: an expression or "..."; for a slice it returns nil.
func (p *parser) length() ast.Expr {
	switch p.tok {
	case token.RBRACK:
		return nil
	case token.ELLIPSIS:
		at := p.expect(token.ELLIPSIS)
		return &ast.Ellipsis{Ellipsis: at}
	}
	return p.rhs()
}

// arrayOrInstance parses the brackets after a name. If they begin an array type, it returns the name; if they contain
// type arguments, the name is their generic type, and the returned name is nil.
func (p *parser) arrayOrInstance(name *ast.Ident) (*ast.Ident, ast.Expr) {
	open := p.expect(token.LBRACK)
	var args []ast.Expr
	var last token.Pos
	p.nested(func() {
		for p.tok != token.RBRACK {
			args, last = append(args, p.rhs()), token.NoPos
			if p.tok != token.COMMA {
				return
			}
			last = p.expect(token.COMMA)
		}
	})
	end := p.expect(token.RBRACK)
	switch len(args) {
	case 0:
		return name, &ast.ArrayType{Lbrack: open, Elt: p.typ()}
	case 1:
		if element := p.maybeType(); element != nil {
			if last.IsValid() {
				p.error(last, noComma)
			}
			return name, &ast.ArrayType{Lbrack: open, Len: args[0], Elt: element}
		}
	}
	return nil, indexed(name, open, args, end)
}

func (p *parser) mapType() *ast.MapType {
	m := &ast.MapType{Map: p.expect(token.MAP)}
	p.expect(token.LBRACK)
	m.Key = p.typ()
	p.expect(token.RBRACK)
	m.Value = p.typ()
	return m
}

func (p *parser) chanType() *ast.ChanType {
	c := &ast.ChanType{Begin: p.pos, Dir: ast.SEND | ast.RECV}
	if p.take(token.CHAN) {
		if p.tok == token.ARROW {
			c.Arrow, c.Dir = p.pos, ast.SEND
			p.next()
		}
	} else {
		c.Arrow, c.Dir = p.expect(token.ARROW), ast.RECV
		p.expect(token.CHAN)
	}
	c.Value = p.typ()
	return c
}

func (p *parser) structType() *ast.StructType {
	if p.mode&Trace != 0 {
		defer p.leave(p.enter("StructType"))
	}
	s := &ast.StructType{Struct: p.expect(token.STRUCT)}
	fields := &ast.FieldList{Opening: p.expect(token.LBRACE)}
	for p.tok == token.IDENT || p.tok == token.MUL || p.tok == token.LPAREN {
		fields.List = append(fields.List, p.field())
	}
	fields.Closing = p.expect(token.RBRACE)
	s.Fields = fields
	return s
}

// field reads a line of a struct.
func (p *parser) field() *ast.Field {
	f := &ast.Field{Doc: p.lead}
	if p.tok == token.IDENT {
		p.namedField(f)
	} else {
		f.Type = p.embedded()
	}
	if p.tok == token.STRING {
		f.Tag = p.literal()
	}
	f.Comment = p.endStmt()
	return f
}

// namedField reads names and a type, or a type that is embedded.
func (p *parser) namedField(f *ast.Field) {
	name := p.ident()
	switch p.tok {
	case token.PERIOD, token.STRING, token.SEMICOLON, token.RBRACE:
		f.Type = name
		if p.tok == token.PERIOD {
			f.Type = p.namedType(name)
		}
		return
	}
	f.Names = []*ast.Ident{name}
	for p.take(token.COMMA) {
		f.Names = append(f.Names, p.ident())
	}
	if len(f.Names) > 1 || p.tok != token.LBRACK {
		f.Type = p.typ()
		return
	}
	if name, f.Type = p.arrayOrInstance(name); name == nil {
		f.Names = nil
	}
}

// embedded parses an embedded type that begins with a star or, which is an error, a parenthesis.
func (p *parser) embedded() (t ast.Expr) {
	const noParens = "cannot parenthesize embedded type"
	star := token.NoPos
	parens := false
	for p.tok == token.MUL && star == token.NoPos || p.tok == token.LPAREN && !parens {
		if p.tok == token.LPAREN {
			p.error(p.pos, noParens)
			parens = true
			p.next()
			continue
		}
		star = p.pos
		p.next()
	}
	t = p.namedType(nil)
	if parens {
		p.take(token.RPAREN)
	}
	if star != token.NoPos {
		t = &ast.StarExpr{Star: star, X: t}
	}
	return t
}

// union parses terms separated by "|"; the caller may have parsed the first.
func (p *parser) union(x ast.Expr) ast.Expr {
	if x == nil {
		x = p.term()
	}
	for p.tok == token.OR {
		u := &ast.BinaryExpr{X: x, OpPos: p.pos, Op: token.OR}
		p.next()
		u.Y = p.term()
		x = u
	}
	return x
}

func (p *parser) term() ast.Expr {
	if p.tok == token.TILDE {
		u := &ast.UnaryExpr{OpPos: p.pos, Op: token.TILDE}
		p.next()
		u.X = p.typ()
		return u
	}
	if t := p.maybeType(); t != nil {
		return t
	}
	return p.bad("~ term or type", &endsElement)
}

func (p *parser) interfaceType() *ast.InterfaceType {
	if p.mode&Trace != 0 {
		defer p.leave(p.enter("InterfaceType"))
	}
	t := &ast.InterfaceType{Interface: p.expect(token.INTERFACE)}
	methods := &ast.FieldList{Opening: p.expect(token.LBRACE)}
	for {
		f := p.element()
		if f == nil {
			break
		}
		f.Comment = p.endStmt()
		methods.List = append(methods.List, f)
	}
	methods.Closing = p.expect(token.RBRACE)
	t.Methods = methods
	return t
}

// element parses a method or an embedded element of an interface; nil if there is none.
func (p *parser) element() *ast.Field {
	switch {
	case p.tok == token.IDENT:
		f := p.methodOrType()
		if f.Names == nil {
			f.Type = p.union(f.Type)
		}
		return f
	case p.tok == token.TILDE:
		return &ast.Field{Type: p.union(nil)}
	}
	if t := p.maybeType(); t != nil {
		return &ast.Field{Type: p.union(t)}
	}
	return nil
}

// methodOrType parses an element of an interface that begins with a name.
func (p *parser) methodOrType() *ast.Field {
	f := &ast.Field{Doc: p.lead}
	name := p.typeName(nil)
	id, plain := name.(*ast.Ident)
	switch {
	case plain && p.tok == token.LPAREN:
		f.Names, f.Type = []*ast.Ident{id}, p.signature()
	case plain && p.tok == token.LBRACK:
		p.bracketsInInterface(f, id)
	case p.tok == token.LBRACK:
		f.Type = p.instance(name)
	default:
		f.Type = name
	}
	return f
}

// signature reads parameters and results of a method in an interface.
func (p *parser) signature() *ast.FuncType {
	_, params := p.parameters(false)
	return &ast.FuncType{Params: params, Results: p.results()}
}

// bracketsInInterface parses the brackets after a name: type arguments of a generic type, or type parameters, which a method must not have.
func (p *parser) bracketsInInterface(f *ast.Field, id *ast.Ident) {
	open := p.pos
	p.next()
	p.control++
	x := p.expr()
	p.control--
	if name, ok := x.(*ast.Ident); ok && p.tok != token.COMMA && p.tok != token.RBRACK {
		p.parameterList(name, nil, ofTypeParams)
		p.expect(token.RBRACK)
		p.error(open, "interface method must have no type parameters")
		f.Names, f.Type = []*ast.Ident{id}, p.signature()
		return
	}
	args := []ast.Expr{x}
	if p.comma(typeArgs, token.RBRACK) {
		p.control++
		p.next()
		p.elements(typeArgs, token.RBRACK, func() { args = append(args, p.typ()) })
		p.control--
	}
	f.Type = indexed(id, open, args, p.closing(token.RBRACK, typeArgs))
}
