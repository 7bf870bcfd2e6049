package printer

import (
	"go/ast"
	"go/token"
)

// stmts prints statements, each on lines of its own. last is set if a brace follows.
func (p *printer) stmts(list []ast.Stmt, indented, last bool) {
	if indented {
		p.gap(inward)
	}
	mark, first := 0, true
	for i, s := range list {
		if _, ok := s.(*ast.EmptyStmt); ok {
			continue
		}
		if len(p.out) > 0 {
			// Each clause, which is not indented, begins a section.
			p.breakLine(p.src.line(s.Pos()), 1, nothing, first || !indented || p.longerThanLine(mark))
		}
		p.mark(&mark)
		p.stmt(s, last && i == len(list)-1)
		// The lines of labels do not count for the length of a statement.
		for labeled, ok := s.(*ast.LabeledStmt); ok; labeled, ok = labeled.Stmt.(*ast.LabeledStmt) {
			mark++
		}
		first = false
	}
	if indented {
		p.gap(outward)
	}
}

func (p *printer) block(b *ast.BlockStmt, indented bool) {
	p.putAt(b.Lbrace, token.LBRACE)
	p.stmts(b.List, indented, true)
	p.breakLine(p.src.line(b.Rbrace), 1, nothing, true)
	p.putAt(b.Rbrace, token.RBRACE)
}

// stmt prints a statement. last is set if a brace follows.
func (p *printer) stmt(s ast.Stmt, last bool) {
	if p.measures && p.broken {
		return
	}
	p.at(s.Pos())
	switch s := s.(type) {
	case *ast.ExprStmt:
		p.expr(s.X)
	case *ast.AssignStmt:
		p.assign(s)
	case *ast.DeclStmt:
		p.decl(s.Decl)
	case *ast.IncDecStmt:
		p.deep(s.X, 2)
		p.putAt(s.TokPos, s.Tok)
	case *ast.SendStmt:
		p.expr(s.Chan)
		p.gap(blank)
		p.putAt(s.Arrow, token.ARROW)
		p.gap(blank)
		p.expr(s.Value)
	case *ast.GoStmt:
		p.put(token.GO)
		p.gap(blank)
		p.expr(s.Call)
	case *ast.DeferStmt:
		p.put(token.DEFER)
		p.gap(blank)
		p.expr(s.Call)
	case *ast.ReturnStmt:
		p.returns(s)
	case *ast.BranchStmt:
		p.put(s.Tok)
		if s.Label != nil {
			p.gap(blank)
			p.expr(s.Label)
		}
	case *ast.LabeledStmt:
		p.labeled(s, last)
	case *ast.BadStmt:
		p.literal(token.STRING, "BadStmt")
	default:
		p.compound(s, last)
	}
}

// compound prints a statement with blocks or clauses.
func (p *printer) compound(s ast.Stmt, last bool) {
	switch s := s.(type) {
	case *ast.BlockStmt:
		p.block(s, true)
	case *ast.IfStmt:
		p.ifElse(s, last)
	case *ast.ForStmt:
		p.put(token.FOR)
		p.header(true, s.Init, s.Cond, s.Post)
		p.block(s.Body, true)
	case *ast.RangeStmt:
		p.forRange(s)
	case *ast.SwitchStmt:
		p.put(token.SWITCH)
		p.header(false, s.Init, s.Tag, nil)
		p.block(s.Body, false)
	case *ast.TypeSwitchStmt:
		p.put(token.SWITCH)
		p.gap(blank)
		if s.Init != nil {
			p.stmt(s.Init, false)
			p.put(token.SEMICOLON)
			p.gap(blank)
		}
		p.stmt(s.Assign, false)
		p.gap(blank)
		p.block(s.Body, false)
	case *ast.SelectStmt:
		p.put(token.SELECT)
		p.gap(blank)
		if len(s.Body.List) > 0 || p.remarkBefore(p.src.place(s.Body.Rbrace)) {
			p.block(s.Body, false)
		} else {
			p.putAt(s.Body.Lbrace, token.LBRACE)
			p.putAt(s.Body.Rbrace, token.RBRACE)
		}
	case *ast.CaseClause:
		if s.List == nil {
			p.put(token.DEFAULT)
		} else {
			p.put(token.CASE)
			p.gap(blank)
			p.list(row{exprs: s.List, depth: 1, after: s.Pos(), before: s.Colon})
		}
		p.putAt(s.Colon, token.COLON)
		p.stmts(s.Body, true, last)
	case *ast.CommClause:
		if s.Comm == nil {
			p.put(token.DEFAULT)
		} else {
			p.put(token.CASE)
			p.gap(blank)
			p.stmt(s.Comm, false)
		}
		p.putAt(s.Colon, token.COLON)
		p.stmts(s.Body, true, last)
	}
}

func (p *printer) assign(s *ast.AssignStmt) {
	depth := 1
	if len(s.Lhs) > 1 && len(s.Rhs) > 1 {
		depth = 2
	}
	p.list(row{exprs: s.Lhs, depth: depth, after: s.Pos(), before: s.TokPos})
	p.gap(blank)
	p.putAt(s.TokPos, s.Tok)
	p.gap(blank)
	p.list(row{exprs: s.Rhs, depth: depth, after: s.TokPos})
}

func (p *printer) returns(s *ast.ReturnStmt) {
	p.put(token.RETURN)
	if s.Results == nil {
		return
	}
	p.gap(blank)
	// The position of "return" is not passed: no line may end after it.
	results := row{exprs: s.Results, depth: 1, level: p.spreads(s.Results)}
	if !results.level {
		p.list(results)
		return
	}
	p.gap(inward)
	p.list(results)
	p.gap(outward)
}

// spreads reports whether a list has line breaks between elements, or several elements that take several lines and are not composite literals or their addresses.
func (p *printer) spreads(list []ast.Expr) bool {
	long := 0
	end := p.src.line(list[0].Pos())
	if len(list) < 2 || end == 0 || end >= p.src.line(list[len(list)-1].End()) {
		return false
	}
	for _, x := range list {
		begin := p.src.line(x.Pos())
		if end < begin {
			return true
		}
		if end = p.src.line(x.End()); begin < end && !isComposite(x) {
			long++
		}
	}
	return long > 1
}

func isComposite(x ast.Expr) bool {
	x = bare(x)
	if address, ok := x.(*ast.UnaryExpr); ok && address.Op == token.AND {
		x = bare(address.X)
	}
	_, ok := x.(*ast.CompositeLit)
	return ok
}

func (p *printer) labeled(s *ast.LabeledStmt, last bool) {
	// Unless a comment comes first, this gap moves before the line break.
	p.gap(outward)
	p.expr(s.Label)
	p.putAt(s.Colon, token.COLON)
	p.gap(inward)
	if e, ok := s.Stmt.(*ast.EmptyStmt); ok {
		if !last {
			p.gap(line)
			p.putAt(e.Pos(), token.SEMICOLON)
		} else {
			p.at(e.Pos())
		}
		return
	}
	p.breakLine(p.src.line(s.Stmt.Pos()), 1, nothing, true)
	p.stmt(s.Stmt, last)
}

func (p *printer) ifElse(s *ast.IfStmt, last bool) {
	p.put(token.IF)
	p.header(false, s.Init, s.Cond, nil)
	p.block(s.Body, true)
	if s.Else == nil {
		return
	}
	p.gap(blank)
	p.put(token.ELSE)
	p.gap(blank)
	switch s.Else.(type) {
	case *ast.BlockStmt, *ast.IfStmt:
		p.stmt(s.Else, last)
	default:
		// The tree lacks the block.
		p.put(token.LBRACE)
		p.gap(inward, section)
		p.stmt(s.Else, true)
		p.gap(outward, section)
		p.put(token.RBRACE)
	}
}

// header prints the header between a keyword and a block, surrounded by blanks.
func (p *printer) header(isFor bool, init ast.Stmt, cond ast.Expr, post ast.Stmt) {
	p.gap(blank)
	after := nothing
	whole := init != nil || post != nil
	if init != nil {
		p.stmt(init, false)
	}
	if whole {
		p.put(token.SEMICOLON)
		p.gap(blank)
	}
	if cond != nil {
		p.expr(bareInHeader(cond))
		after = blank
	}
	if whole && isFor {
		p.put(token.SEMICOLON)
		p.gap(blank)
		after = nothing
		if post != nil {
			p.stmt(post, false)
			after = blank
		}
	}
	p.gap(after)
}

// bareInHeader returns an expression without the parentheses around it, unless a composite literal in them would look like a block.
func bareInHeader(x ast.Expr) ast.Expr {
	for {
		outer, ok := x.(*ast.ParenExpr)
		if !ok || opensBlock(outer.X) {
			return x
		}
		x = outer.X
	}
}

// opensBlock reports whether an expression contains a composite literal outside of parentheses whose type is a name.
func opensBlock(x ast.Expr) (found bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ParenExpr:
			return false
		case *ast.CompositeLit:
			found = found || isTypeName(n.Type)
			return false
		}
		return !found
	})
	return found
}

func isTypeName(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isTypeName(x.X)
	}
	return false
}

func (p *printer) forRange(s *ast.RangeStmt) {
	p.put(token.FOR)
	p.gap(blank)
	if s.Key != nil {
		p.expr(s.Key)
		if s.Value != nil {
			p.putAt(s.Value.Pos(), token.COMMA)
			p.gap(blank)
			p.expr(s.Value)
		}
		p.gap(blank)
		p.putAt(s.TokPos, s.Tok)
		p.gap(blank)
	}
	p.put(token.RANGE)
	p.gap(blank)
	p.expr(bareInHeader(s.X))
	p.gap(blank)
	p.block(s.Body, true)
}
