package parser

import (
	"go/ast"
	"go/token"
)

// header calls f to parse the header of a statement, in which a brace after a name begins a block.
func (p *parser) header(f func()) {
	outer := p.control
	p.control = -1
	f()
	p.control = outer
}

// asExpr returns the expression in an expression statement; want is its role for the error.
func (p *parser) asExpr(s ast.Stmt, want string) ast.Expr {
	if s == nil {
		return nil
	}
	if x, ok := s.(*ast.ExprStmt); ok {
		return x.X
	}
	found := "simple statement"
	if _, ok := s.(*ast.AssignStmt); ok {
		found = "assignment"
	}
	p.error(s.Pos(), "expected "+want+", found "+found+" (missing parentheses around composite literal?)")
	return &ast.BadExpr{From: s.Pos(), To: s.End()}
}

func (p *parser) ifStmt() *ast.IfStmt {
	p.deeper()
	defer p.higher()
	s := &ast.IfStmt{If: p.expect(token.IF)}
	p.ifHeader(s)
	s.Body = p.block()
	if !p.take(token.ELSE) {
		p.endStmt()
		return s
	}
	switch p.tok {
	case token.IF:
		s.Else = p.ifStmt()
	case token.LBRACE:
		s.Else = p.block()
		p.endStmt()
	default:
		p.missing(p.pos, "if statement or block")
		s.Else = &ast.BadStmt{From: p.pos, To: p.pos}
	}
	return s
}

func (p *parser) ifHeader(s *ast.IfStmt) {
	const noCondition = "missing condition in if statement"
	if p.tok == token.LBRACE {
		p.error(p.pos, noCondition)
		s.Cond = &ast.BadExpr{From: p.pos, To: p.pos}
		return
	}
	p.header(func() {
		var cond ast.Stmt
		semicolon, written := token.NoPos, ""
		if p.tok != token.SEMICOLON {
			if p.take(token.VAR) {
				p.error(p.pos, "var declaration not allowed in if initializer")
			}
			cond, _ = p.simple(inHeader)
		}
		if p.tok != token.LBRACE {
			s.Init, cond = cond, nil
			if p.tok == token.SEMICOLON {
				semicolon, written = p.pos, p.lit
				p.next()
			} else {
				p.expect(token.SEMICOLON)
			}
			if p.tok != token.LBRACE {
				cond, _ = p.simple(inHeader)
			}
		}
		switch {
		case cond != nil:
			s.Cond = p.asExpr(cond, "boolean expression")
		case semicolon.IsValid() && written == "\n":
			p.error(semicolon, "unexpected newline, expecting { after if clause")
		case semicolon.IsValid():
			p.error(semicolon, noCondition)
		}
		if s.Cond == nil {
			s.Cond = &ast.BadExpr{From: p.pos, To: p.pos}
		}
	})
}

// clauses reads the braces of a switch or a select.
func (p *parser) clauses(clause func() ast.Stmt) *ast.BlockStmt {
	b := &ast.BlockStmt{Lbrace: p.expect(token.LBRACE)}
	for p.tok == token.CASE || p.tok == token.DEFAULT {
		b.List = append(b.List, clause())
	}
	b.Rbrace = p.expect(token.RBRACE)
	p.endStmt()
	return b
}

func (p *parser) switchStmt() ast.Stmt {
	at := p.expect(token.SWITCH)
	var init, tag ast.Stmt
	if p.tok != token.LBRACE {
		p.header(func() {
			if p.tok != token.SEMICOLON {
				tag, _ = p.simple(inHeader)
			}
			if p.take(token.SEMICOLON) {
				init, tag = tag, nil
				if p.tok != token.LBRACE {
					tag, _ = p.simple(inHeader)
				}
			}
		})
	}
	onType := p.isTypeSwitch(tag)
	body := p.clauses(p.caseClause)
	if onType {
		return &ast.TypeSwitchStmt{Switch: at, Init: init, Assign: tag, Body: body}
	}
	return &ast.SwitchStmt{Switch: at, Init: init, Tag: p.asExpr(tag, "switch expression"), Body: body}
}

// isTypeSwitch reports whether a statement is x.(type) or defines a variable as x.(type).
func (p *parser) isTypeSwitch(s ast.Stmt) bool {
	isGuard := func(x ast.Expr) bool {
		a, ok := x.(*ast.TypeAssertExpr)
		return ok && a.Type == nil
	}
	switch s := s.(type) {
	case *ast.ExprStmt:
		return isGuard(s.X)
	case *ast.AssignStmt:
		if len(s.Lhs) != 1 || len(s.Rhs) != 1 || !isGuard(s.Rhs[0]) {
			return false
		}
		if s.Tok == token.ASSIGN {
			p.error(s.TokPos, "expected ':=', found '='")
			return true
		}
		return s.Tok == token.DEFINE
	}
	return false
}

func (p *parser) caseClause() ast.Stmt {
	c := &ast.CaseClause{Case: p.pos}
	c.Colon, c.Body = p.clause(func() { c.List = p.exprs(true) })
	return c
}

// clause parses a clause of a switch or select; guard parses the part between case and the colon.
func (p *parser) clause(guard func()) (colon token.Pos, body []ast.Stmt) {
	if p.take(token.CASE) {
		guard()
	} else {
		p.expect(token.DEFAULT)
	}
	colon = p.expect(token.COLON)
	return colon, p.stmts()
}

func (p *parser) selectStmt() ast.Stmt {
	s := &ast.SelectStmt{Select: p.expect(token.SELECT)}
	s.Body = p.clauses(p.commClause)
	return s
}

func (p *parser) commClause() ast.Stmt {
	c := &ast.CommClause{Case: p.pos}
	c.Colon, c.Body = p.clause(func() { c.Comm = p.communication() })
	return c
}

func (p *parser) communication() ast.Stmt {
	left := p.exprs(false)
	at, tok := p.pos, p.tok
	if tok == token.ASSIGN || tok == token.DEFINE {
		if len(left) > 2 {
			p.missing(left[0].Pos(), "1 or 2 expressions")
			left = left[:2]
		}
		p.next()
		return &ast.AssignStmt{Lhs: left, TokPos: at, Tok: tok, Rhs: []ast.Expr{p.rhs()}}
	}
	if len(left) > 1 {
		p.missing(left[0].Pos(), "1 expression")
	}
	if tok == token.ARROW {
		p.next()
		return &ast.SendStmt{Chan: left[0], Arrow: at, Value: p.rhs()}
	}
	return &ast.ExprStmt{X: left[0]}
}

func (p *parser) forStmt() ast.Stmt {
	s := &ast.ForStmt{For: p.expect(token.FOR)}
	var cond ast.Stmt
	isRange := false
	if p.tok != token.LBRACE {
		p.header(func() { cond, isRange = p.forHeader(s) })
	}
	s.Body = p.block()
	p.endStmt()
	if isRange {
		return p.rangeStmt(s, cond.(*ast.AssignStmt))
	}
	s.Cond = p.asExpr(cond, "boolean or range expression")
	return s
}

// forHeader returns the condition, or the assignment of a range, and sets the other parts of the header.
func (p *parser) forHeader(s *ast.ForStmt) (cond ast.Stmt, isRange bool) {
	if p.tok == token.RANGE {
		return &ast.AssignStmt{Rhs: p.rangeOver()}, true
	}
	if p.tok != token.SEMICOLON {
		cond, isRange = p.simple(inFor)
	}
	if isRange || p.tok != token.SEMICOLON {
		return cond, isRange
	}
	p.next()
	s.Init, cond = cond, nil
	if p.tok != token.SEMICOLON {
		cond, _ = p.simple(inHeader)
	}
	p.endStmt()
	if p.tok != token.LBRACE {
		s.Post, _ = p.simple(inHeader)
	}
	return cond, false
}

// rangeStmt converts a for statement with a range clause to a RangeStmt.
func (p *parser) rangeStmt(s *ast.ForStmt, a *ast.AssignStmt) ast.Stmt {
	r := &ast.RangeStmt{For: s.For, TokPos: a.TokPos, Tok: a.Tok, Range: a.Rhs[0].Pos(), X: a.Rhs[0].(*ast.UnaryExpr).X, Body: s.Body}
	switch n := len(a.Lhs); n {
	default:
		p.missing(a.Lhs[n-1].Pos(), "at most 2 expressions")
		return &ast.BadStmt{From: s.For, To: s.Body.End()}
	case 2:
		r.Value = a.Lhs[1]
		fallthrough
	case 1:
		r.Key = a.Lhs[0]
	case 0:
	}
	return r
}
