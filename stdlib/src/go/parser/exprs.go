package parser

import (
	"go/ast"
	"go/token"
)

const lowest = token.LowestPrec + 1

// expr reads an expression or a type.
func (p *parser) expr() ast.Expr {
	if p.mode&Trace != 0 {
		defer p.leave(p.enter("Expression"))
	}
	return p.binary(nil, lowest)
}

// rhs parses an expression at a point where no assignment can follow.
func (p *parser) rhs() ast.Expr {
	outer := p.equality
	p.equality = true
	x := p.expr()
	p.equality = outer
	return x
}

// exprs parses expressions separated by commas.
func (p *parser) exprs(equality bool) []ast.Expr {
	outer := p.equality
	p.equality = equality
	list := []ast.Expr{p.expr()}
	for p.take(token.COMMA) {
		list = append(list, p.expr())
	}
	p.equality = outer
	return list
}

// binary parses operators of at least a precedence, and their operands; the caller may have parsed the first one.
func (p *parser) binary(x ast.Expr, least int) ast.Expr {
	if x == nil {
		x = p.unary()
	}
	outer := p.depth
	for {
		op := p.tok
		if op == token.ASSIGN && p.equality {
			op = token.EQL
		}
		precedence := op.Precedence()
		if precedence < least {
			p.depth = outer
			return x
		}
		p.deeper()
		at := p.expect(op)
		x = &ast.BinaryExpr{X: x, OpPos: at, Op: op, Y: p.binary(nil, precedence+1)}
	}
}

func (p *parser) unary() ast.Expr {
	p.deeper()
	defer p.higher()
	at, op := p.pos, p.tok
	switch op {
	case token.ADD, token.SUB, token.NOT, token.XOR, token.AND, token.TILDE:
		p.next()
		return &ast.UnaryExpr{OpPos: at, Op: op, X: p.unary()}
	case token.MUL:
		p.next()
		return &ast.StarExpr{Star: at, X: p.unary()}
	case token.ARROW:
		p.next()
		x := p.unary()
		if c, ok := x.(*ast.ChanType); ok {
			p.receiving(at, c)
			return x
		}
		return &ast.UnaryExpr{OpPos: at, Op: op, X: x}
	}
	return p.primary(nil)
}

// receiving adds an arrow to a channel type: it belongs to its "chan", the arrow after that to the "chan" of its element type, and so on.
func (p *parser) receiving(arrow token.Pos, c *ast.ChanType) {
	dir := ast.SEND
	for dir == ast.SEND {
		if c.Dir == ast.RECV {
			p.missing(c.Arrow, "'chan'")
		}
		behind := c.Arrow
		c.Begin, c.Arrow = arrow, arrow
		arrow = behind
		dir, c.Dir = c.Dir, ast.RECV
		element, ok := c.Value.(*ast.ChanType)
		if !ok {
			break
		}
		c = element
	}
	if dir == ast.SEND {
		p.missing(arrow, "channel type")
	}
}

// primary parses an operand and its selectors, indices and calls; the caller may have parsed the operand.
func (p *parser) primary(x ast.Expr) ast.Expr {
	if x == nil {
		x = p.operand()
	}
	outer := p.depth
	defer func() { p.depth = outer }()
	for {
		p.deeper()
		switch p.tok {
		case token.PERIOD:
			p.next()
			x = p.behindPoint(x)
		case token.LBRACK:
			x = p.index(x)
		case token.LPAREN:
			x = p.call(x)
		case token.LBRACE:
			if !p.isLiteralType(x) {
				return x
			}
			if t := ast.Unparen(x); t != x {
				p.error(t.Pos(), "cannot parenthesize type in composite literal")
			}
			x = p.composite(x)
		default:
			return x
		}
	}
}

// isLiteralType reports whether a brace after an expression begins a composite literal and not a block.
func (p *parser) isLiteralType(x ast.Expr) bool {
	switch ast.Unparen(x).(type) {
	case *ast.ArrayType, *ast.StructType, *ast.MapType:
		return true
	case *ast.BadExpr, *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr:
		return p.control >= 0
	}
	return false
}

func (p *parser) literal() *ast.BasicLit {
	lit := &ast.BasicLit{ValuePos: p.pos, ValueEnd: p.scanner.End(), Kind: p.tok, Value: p.lit}
	p.next()
	return lit
}

func (p *parser) operand() ast.Expr {
	if p.mode&Trace != 0 {
		defer p.leave(p.enter("Operand"))
	}
	switch p.tok {
	case token.IDENT:
		return p.ident()
	case token.INT, token.FLOAT, token.IMAG, token.CHAR, token.STRING:
		return p.literal()
	case token.LPAREN:
		paren := &ast.ParenExpr{Lparen: p.pos}
		p.next()
		p.control++
		paren.X = p.rhs()
		p.control--
		paren.Rparen = p.expect(token.RPAREN)
		return paren
	case token.FUNC:
		return p.funcTypeOrLiteral()
	}
	if t := p.maybeType(); t != nil {
		return t
	}
	return p.bad("operand", &beginsStmt)
}

func (p *parser) funcTypeOrLiteral() ast.Expr {
	t := p.funcType()
	if p.tok != token.LBRACE {
		return t
	}
	p.control++
	f := &ast.FuncLit{Type: t, Body: p.block()}
	p.control--
	return f
}

// behindPoint reads a selector or a type assertion.
func (p *parser) behindPoint(x ast.Expr) ast.Expr {
	switch p.tok {
	case token.IDENT:
		return &ast.SelectorExpr{X: x, Sel: p.ident()}
	case token.LPAREN:
		a := &ast.TypeAssertExpr{X: x, Lparen: p.expect(token.LPAREN)}
		if !p.take(token.TYPE) {
			a.Type = p.typ()
		}
		a.Rparen = p.expect(token.RPAREN)
		return a
	}
	at := p.pos
	p.missing(at, "selector or type assertion")
	if p.tok != token.RBRACE {
		p.next()
	}
	return &ast.SelectorExpr{X: x, Sel: &ast.Ident{NamePos: at, Name: "_"}}
}

// index reads an index, the bounds of a slice, or type arguments.
func (p *parser) index(x ast.Expr) ast.Expr {
	open := p.expect(token.LBRACK)
	if p.tok == token.RBRACK {
		p.missing(p.pos, "operand")
		end := p.pos
		p.next()
		return indexed(x, open, []ast.Expr{&ast.BadExpr{From: end, To: end}}, end)
	}
	p.control++
	var bounds [3]ast.Expr
	var colons []token.Pos
	if p.tok != token.COLON {
		bounds[0] = p.rhs()
	}
	args := []ast.Expr{bounds[0]}
	switch p.tok {
	case token.COLON:
		for p.tok == token.COLON && len(colons) < 2 {
			colons = append(colons, p.pos)
			p.next()
			if p.tok != token.COLON && p.tok != token.RBRACK && p.tok != token.EOF {
				bounds[len(colons)] = p.rhs()
			}
		}
	case token.COMMA:
		for p.take(token.COMMA) {
			if p.tok != token.RBRACK && p.tok != token.EOF {
				args = append(args, p.typ())
			}
		}
	}
	p.control--
	end := p.expect(token.RBRACK)
	if len(colons) == 0 {
		return indexed(x, open, args, end)
	}
	s := &ast.SliceExpr{X: x, Lbrack: open, Low: bounds[0], High: bounds[1], Max: bounds[2], Slice3: len(colons) == 2, Rbrack: end}
	if s.Slice3 {
		if s.High == nil {
			p.error(colons[0], "middle index required in 3-index slice")
			s.High = &ast.BadExpr{From: colons[0] + 1, To: colons[1]}
		}
		if s.Max == nil {
			p.error(colons[1], "final index required in 3-index slice")
			s.Max = &ast.BadExpr{From: colons[1] + 1, To: end}
		}
	}
	return s
}

func (p *parser) call(fun ast.Expr) *ast.CallExpr {
	c := &ast.CallExpr{Fun: fun, Lparen: p.expect(token.LPAREN)}
	p.control++
	for p.tok != token.RPAREN && p.tok != token.EOF && !c.Ellipsis.IsValid() {
		c.Args = append(c.Args, p.rhs())
		if p.tok == token.ELLIPSIS {
			c.Ellipsis = p.pos
			p.next()
		}
		if !p.comma("argument list", token.RPAREN) {
			break
		}
		p.next()
	}
	p.control--
	c.Rparen = p.closing(token.RPAREN, "argument list")
	return c
}

// composite parses the braces of a composite literal, whose type may be omitted.
func (p *parser) composite(typ ast.Expr) *ast.CompositeLit {
	p.deeper()
	defer p.higher()
	c := &ast.CompositeLit{Type: typ, Lbrace: p.expect(token.LBRACE)}
	p.control++
	p.elements("composite literal", token.RBRACE, func() {
		x := p.elementValue()
		if p.tok == token.COLON {
			kv := &ast.KeyValueExpr{Key: x, Colon: p.pos}
			p.next()
			kv.Value = p.elementValue()
			x = kv
		}
		c.Elts = append(c.Elts, x)
	})
	p.control--
	c.Rbrace = p.closing(token.RBRACE, "composite literal")
	return c
}

func (p *parser) elementValue() ast.Expr {
	if p.tok == token.LBRACE {
		return p.composite(nil)
	}
	return p.expr()
}
