package parser

import (
	"go/ast"
	"go/token"
)

// file parses a file. It returns nil if the package clause is invalid.
func (p *parser) file() *ast.File {
	if p.mode&Trace != 0 {
		defer p.leave(p.enter("File"))
	}
	// If even the first token was an error, this is probably not a Go file.
	if len(p.errors) > 0 {
		return nil
	}
	f := &ast.File{Doc: p.lead}
	f.Package = p.expect(token.PACKAGE)
	f.Name = p.ident()
	if f.Name.Name == "_" && p.mode&DeclarationErrors != 0 {
		p.error(p.pos, "invalid package name _")
	}
	p.endStmt()
	if len(p.errors) > 0 {
		return nil
	}
	if p.mode&PackageClauseOnly == 0 {
		f.Decls = p.decls()
	}
	f.Imports, f.Comments, f.GoVersion = p.imports, p.comments, p.goVersion
	if p.mode&SkipObjectResolution == 0 {
		report := p.error
		if p.mode&DeclarationErrors == 0 {
			report = nil
		}
		resolve(f, p.src, report)
	}
	return f
}

func (p *parser) decls() (list []ast.Decl) {
	for p.tok == token.IMPORT {
		list = append(list, p.genDecl())
	}
	if p.mode&ImportsOnly != 0 {
		return list
	}
	for last := token.IMPORT; p.tok != token.EOF; {
		if p.tok == token.IMPORT && last != token.IMPORT {
			p.error(p.pos, "imports must appear before other declarations")
		}
		last = p.tok
		list = append(list, p.decl(&beginsDecl))
	}
	return list
}

// decl parses a declaration. If there is none, it skips to one of the tokens.
func (p *parser) decl(next *set) ast.Decl {
	if p.mode&Trace != 0 {
		defer p.leave(p.enter("Declaration"))
	}
	switch p.tok {
	case token.IMPORT, token.CONST, token.TYPE, token.VAR:
		return p.genDecl()
	case token.FUNC:
		return p.funcDecl()
	}
	bad := p.bad("declaration", next)
	return &ast.BadDecl{From: bad.From, To: bad.To}
}

func (p *parser) genDecl() *ast.GenDecl {
	d := &ast.GenDecl{Doc: p.lead, Tok: p.tok, TokPos: p.pos}
	p.next()
	if p.tok != token.LPAREN {
		d.Specs = []ast.Spec{p.spec(d.Tok, nil)}
		return d
	}
	d.Lparen = p.pos
	p.next()
	for p.tok != token.RPAREN && p.tok != token.EOF {
		d.Specs = append(d.Specs, p.spec(d.Tok, p.lead))
	}
	d.Rparen = p.expect(token.RPAREN)
	p.endStmt()
	return d
}

func (p *parser) spec(keyword token.Token, doc *ast.CommentGroup) ast.Spec {
	switch keyword {
	case token.IMPORT:
		return p.importSpec(doc)
	case token.TYPE:
		return p.typeSpec(doc)
	}
	s := &ast.ValueSpec{Doc: doc, Names: p.idents()}
	switch {
	case keyword == token.VAR && p.tok != token.ASSIGN:
		s.Type = p.typ()
	case keyword == token.CONST && p.tok != token.EOF && p.tok != token.SEMICOLON && p.tok != token.RPAREN:
		s.Type = p.maybeType()
	}
	if p.take(token.ASSIGN) {
		s.Values = p.exprs(true)
	}
	s.Comment = p.endStmt()
	return s
}

func (p *parser) importSpec(doc *ast.CommentGroup) *ast.ImportSpec {
	s := &ast.ImportSpec{Doc: doc}
	switch p.tok {
	case token.IDENT:
		s.Name = p.ident()
	case token.PERIOD:
		s.Name = &ast.Ident{NamePos: p.pos, Name: "."}
		p.next()
	}
	s.Path = &ast.BasicLit{ValuePos: p.pos, ValueEnd: p.pos, Kind: token.STRING}
	switch {
	case p.tok == token.STRING:
		s.Path = p.literal()
	case p.tok.IsLiteral():
		p.error(p.pos, "import path must be a string")
		p.next()
	default:
		p.error(p.pos, "missing import path")
		p.skip(&endsElement)
	}
	s.Comment = p.endStmt()
	p.imports = append(p.imports, s)
	return s
}

func (p *parser) typeSpec(doc *ast.CommentGroup) *ast.TypeSpec {
	s := &ast.TypeSpec{Doc: doc, Name: p.ident()}
	if p.tok == token.LBRACK {
		p.bracketsBehindName(s)
	} else {
		p.assignAndType(s)
	}
	s.Comment = p.endStmt()
	return s
}

func (p *parser) assignAndType(s *ast.TypeSpec) {
	if p.tok == token.ASSIGN {
		s.Assign = p.pos
		p.next()
	}
	s.Type = p.typ()
}

// bracketsBehindName parses type parameters and a type, or an array type. The text after the first name decides: P *C
// is a product, and thus a length, unless a comma follows or C can only be a constraint.
func (p *parser) bracketsBehindName(s *ast.TypeSpec) {
	open := p.pos
	p.next()
	if p.tok != token.IDENT {
		s.Type = p.arrayType(open, nil)
		return
	}
	var x ast.Expr = p.ident()
	if p.tok != token.LBRACK {
		p.control++
		x = p.binary(p.primary(x), lowest)
		p.control--
	}
	name, constraint := divide(x, p.tok == token.COMMA)
	if name == nil || constraint == nil && p.tok == token.RBRACK {
		s.Type = p.arrayType(open, x)
		return
	}
	list := p.parameterList(name, constraint, ofTypeParams)
	s.TypeParams = &ast.FieldList{Opening: open, List: list, Closing: p.expect(token.RBRACK)}
	p.assignAndType(s)
}

// divide splits an expression into the name of a type parameter and the beginning of its constraint. If it is not
// certain that this is no operand, the name is nil.
func divide(x ast.Expr, certain bool) (name *ast.Ident, constraint ast.Expr) {
	switch x := x.(type) {
	case *ast.Ident:
		return x, nil
	case *ast.CallExpr:
		id, ok := x.Fun.(*ast.Ident)
		if ok && len(x.Args) == 1 && !x.Ellipsis.IsValid() && (certain || isConstraint(x.Args[0])) {
			return id, &ast.ParenExpr{Lparen: x.Lparen, X: x.Args[0], Rparen: x.Rparen}
		}
	case *ast.BinaryExpr:
		certain = certain || isConstraint(x.Y)
		switch x.Op {
		case token.MUL:
			if id, ok := x.X.(*ast.Ident); ok && certain {
				return id, &ast.StarExpr{Star: x.OpPos, X: x.Y}
			}
		case token.OR:
			if id, first := divide(x.X, certain); id != nil && first != nil {
				return id, &ast.BinaryExpr{X: first, OpPos: x.OpPos, Op: x.Op, Y: x.Y}
			}
		}
	}
	return nil, x
}

// isConstraint reports whether an expression can only be a constraint.
func isConstraint(x ast.Expr) bool {
	switch t := ast.Unparen(x).(type) {
	case *ast.UnaryExpr:
		return t.Op == token.TILDE
	case *ast.BinaryExpr:
		for _, operand := range [...]ast.Expr{t.X, t.Y} {
			if isConstraint(operand) {
				return true
			}
		}
	case *ast.FuncType, *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.StructType, *ast.InterfaceType:
		return true
	}
	return false
}

func (p *parser) funcDecl() *ast.FuncDecl {
	if p.mode&Trace != 0 {
		defer p.leave(p.enter("FunctionDecl"))
	}
	d := &ast.FuncDecl{Doc: p.lead}
	d.Type = &ast.FuncType{Func: p.expect(token.FUNC)}
	if p.tok == token.LPAREN {
		_, d.Recv = p.parameters(false)
	}
	d.Name = p.ident()
	d.Type.TypeParams, d.Type.Params = p.parameters(true)
	d.Type.Results = p.results()
	switch p.tok {
	case token.LBRACE:
		d.Body = p.block()
		p.endStmt()
	case token.SEMICOLON:
		p.next()
		if p.tok == token.LBRACE {
			p.error(p.pos, "unexpected semicolon or newline before {")
			d.Body = p.block()
			p.endStmt()
		}
	default:
		p.endStmt()
	}
	return d
}
