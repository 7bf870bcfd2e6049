package parser

import (
	"go/ast"
	"go/token"
)

// A place is the context of a simple statement, which determines its valid forms.
type place int

const (
	inHeader place = iota
	inFor          // the statement may be a range clause
	inBlock        // the statement may have a label
)

// stmts reads statements up to the end of a block or a case.
func (p *parser) stmts() (list []ast.Stmt) {
	for p.tok != token.CASE && p.tok != token.DEFAULT && p.tok != token.RBRACE && p.tok != token.EOF {
		list = append(list, p.stmt())
	}
	return list
}

func (p *parser) block() *ast.BlockStmt {
	b := &ast.BlockStmt{Lbrace: p.expect(token.LBRACE)}
	b.List = p.stmts()
	// A missing brace has no position.
	if p.tok == token.RBRACE {
		b.Rbrace = p.pos
	}
	p.expect(token.RBRACE)
	return b
}

var beginsSimple = setOf(token.IDENT, token.INT, token.FLOAT, token.IMAG, token.CHAR, token.STRING, token.FUNC, token.LPAREN,
	token.LBRACK, token.STRUCT, token.MAP, token.CHAN, token.INTERFACE,
	token.ADD, token.SUB, token.MUL, token.AND, token.XOR, token.ARROW, token.NOT)

func (p *parser) stmt() (s ast.Stmt) {
	if p.mode&Trace != 0 {
		defer p.leave(p.enter("Statement"))
	}
	p.deeper()
	defer p.higher()
	if beginsSimple.has(p.tok) {
		s, _ = p.simple(inBlock)
		if _, labeled := s.(*ast.LabeledStmt); !labeled {
			p.endStmt()
		}
		return s
	}
	switch p.tok {
	case token.SEMICOLON:
		s = &ast.EmptyStmt{Semicolon: p.pos, Implicit: p.lit == "\n"}
		p.next()
		return s
	case token.IF:
		return p.ifStmt()
	case token.LBRACE:
		s = p.block()
		p.endStmt()
		return s
	case token.FOR:
		return p.forStmt()
	case token.RETURN:
		return p.returnStmt()
	case token.CONST, token.TYPE, token.VAR:
		return &ast.DeclStmt{Decl: p.decl(&beginsStmt)}
	case token.SWITCH:
		return p.switchStmt()
	case token.SELECT:
		return p.selectStmt()
	case token.RBRACE:
		// A label may precede the closing brace.
		return &ast.EmptyStmt{Semicolon: p.pos, Implicit: true}
	case token.GO, token.DEFER:
		return p.goOrDefer()
	case token.BREAK, token.CONTINUE, token.GOTO, token.FALLTHROUGH:
		return p.branch()
	}
	bad := p.bad("statement", &beginsStmt)
	return &ast.BadStmt{From: bad.From, To: bad.To}
}

// isAssignment reports whether a token assigns or defines.
func isAssignment(tok token.Token) bool {
	return tok == token.ASSIGN || tok == token.DEFINE || token.ADD_ASSIGN <= tok && tok <= token.AND_NOT_ASSIGN
}

// simple parses a simple statement, and reports whether it is a range clause: an assignment of a UnaryExpr whose operator is RANGE.
func (p *parser) simple(where place) (s ast.Stmt, isRange bool) {
	if p.mode&Trace != 0 {
		defer p.leave(p.enter("SimpleStmt"))
	}
	left := p.exprs(false)
	at, tok := p.pos, p.tok
	if isAssignment(tok) {
		p.next()
		a := &ast.AssignStmt{Lhs: left, TokPos: at, Tok: tok}
		if where == inFor && p.tok == token.RANGE && (tok == token.DEFINE || tok == token.ASSIGN) {
			a.Rhs = p.rangeOver()
			return a, true
		}
		a.Rhs = p.exprs(true)
		return a, false
	}
	x := left[0]
	if len(left) > 1 {
		p.missing(x.Pos(), "1 expression")
	}
	switch tok {
	case token.COLON:
		p.next()
		return p.labeled(x, at, where), false
	case token.ARROW:
		p.next()
		return &ast.SendStmt{Chan: x, Arrow: at, Value: p.rhs()}, false
	case token.INC, token.DEC:
		p.next()
		return &ast.IncDecStmt{X: x, TokPos: at, Tok: tok}, false
	}
	return &ast.ExprStmt{X: x}, false
}

// labeled parses the statement after a label's colon.
func (p *parser) labeled(x ast.Expr, colon token.Pos, where place) ast.Stmt {
	if label, ok := x.(*ast.Ident); ok && where == inBlock {
		return &ast.LabeledStmt{Label: label, Colon: colon, Stmt: p.stmt()}
	}
	p.error(colon, "illegal label declaration")
	return &ast.BadStmt{From: x.Pos(), To: colon + 1}
}

// rangeOver reads "range" and an expression.
func (p *parser) rangeOver() []ast.Expr {
	r := &ast.UnaryExpr{OpPos: p.pos, Op: token.RANGE}
	p.next()
	r.X = p.rhs()
	return []ast.Expr{r}
}

func (p *parser) goOrDefer() ast.Stmt {
	keyword := p.tok
	at := p.expect(keyword)
	call := p.callOf(keyword)
	p.endStmt()
	switch {
	case call == nil:
		return &ast.BadStmt{From: at, To: at + token.Pos(len(keyword.String()))}
	case keyword == token.GO:
		return &ast.GoStmt{Go: at, Call: call}
	}
	return &ast.DeferStmt{Defer: at, Call: call}
}

// callOf parses the call after "go" or "defer"; nil if the expression is no call.
func (p *parser) callOf(keyword token.Token) *ast.CallExpr {
	x := p.rhs()
	if inner := ast.Unparen(x); inner != x {
		p.error(x.Pos(), "expression in "+keyword.String()+" must not be parenthesized")
		x = inner
	}
	call, ok := x.(*ast.CallExpr)
	if _, bad := x.(*ast.BadExpr); !ok && !bad {
		p.error(x.End(), "expression in "+keyword.String()+" must be function call")
	}
	return call
}

func (p *parser) returnStmt() *ast.ReturnStmt {
	r := &ast.ReturnStmt{Return: p.expect(token.RETURN)}
	if p.tok != token.SEMICOLON && p.tok != token.RBRACE {
		r.Results = p.exprs(true)
	}
	p.endStmt()
	return r
}

func (p *parser) branch() *ast.BranchStmt {
	b := &ast.BranchStmt{TokPos: p.pos, Tok: p.tok}
	p.next()
	if b.Tok == token.GOTO || b.Tok != token.FALLTHROUGH && p.tok == token.IDENT {
		b.Label = p.ident()
	}
	p.endStmt()
	return b
}
