package printer

import (
	"go/ast"
	"go/token"
	"strings"
)

// The rank of an expression is the minimum precedence of its operators; one with a lower precedence gets parentheses.
// Its depth is its nesting in expressions whose operators are printed without blanks: 1 for the outermost ones.

// expr prints an expression that is not part of another.
func (p *printer) expr(x ast.Expr) { p.ranked(x, token.LowestPrec, 1) }

// deep prints an expression with a depth.
func (p *printer) deep(x ast.Expr, depth int) { p.ranked(x, token.LowestPrec, depth) }

func (p *printer) ranked(x ast.Expr, rank, depth int) {
	if p.measures && p.broken {
		return
	}
	p.at(x.Pos())
	switch x := x.(type) {
	case *ast.Ident:
		p.name(x)
	case *ast.BasicLit:
		text := x.Value
		if p.Mode&normalizeNumbers != 0 {
			text = plainNumber(x)
		}
		p.literal(x.Kind, text)
	case *ast.SelectorExpr:
		p.selector(x, depth, false)
	case *ast.CallExpr:
		p.call(x, depth)
	case *ast.BinaryExpr:
		p.binary(x, rank, operatorsApart(x, max(depth, 1)), max(depth, 1))
	case *ast.UnaryExpr:
		p.unary(x, rank, depth)
	case *ast.StarExpr:
		p.star(x, rank)
	case *ast.ParenExpr:
		if _, ok := x.X.(*ast.ParenExpr); ok {
			p.deep(x.X, depth)
			return
		}
		p.put(token.LPAREN)
		p.deep(x.X, shallower(depth))
		p.putAt(x.Rparen, token.RPAREN)
	case *ast.CompositeLit:
		p.compositeLit(x, depth)
	case *ast.KeyValueExpr:
		p.keyValue(x, blank)
	case *ast.FuncLit:
		p.funcLit(x)
	case *ast.BadExpr:
		p.literal(token.STRING, "BadExpr")
	case *ast.Ellipsis:
		p.put(token.ELLIPSIS)
		if x.Elt != nil {
			p.expr(x.Elt)
		}
	default:
		if !p.indexing(x, depth) {
			p.typ(x)
		}
	}
}

// indexing prints the brackets or type assertion after an operand, and reports whether the expression has one.
func (p *printer) indexing(x ast.Expr, depth int) bool {
	switch x := x.(type) {
	case *ast.IndexExpr:
		p.ranked(x.X, token.HighestPrec, 1)
		p.putAt(x.Lbrack, token.LBRACK)
		p.deep(x.Index, depth+1)
		p.putAt(x.Rbrack, token.RBRACK)
	case *ast.IndexListExpr:
		p.ranked(x.X, token.HighestPrec, 1)
		p.putAt(x.Lbrack, token.LBRACK)
		p.list(row{exprs: x.Indices, depth: depth + 1, after: x.Lbrack, before: x.Rbrack, comma: true})
		p.putAt(x.Rbrack, token.RBRACK)
	case *ast.SliceExpr:
		p.slice(x, depth)
	case *ast.TypeAssertExpr:
		p.ranked(x.X, token.HighestPrec, depth)
		p.put(token.PERIOD)
		p.putAt(x.Lparen, token.LPAREN)
		if x.Type == nil {
			p.put(token.TYPE)
		} else {
			p.expr(x.Type)
		}
		p.putAt(x.Rparen, token.RPAREN)
	default:
		return false
	}
	return true
}

func shallower(depth int) int { return max(depth-1, 1) }

func (p *printer) keyValue(x *ast.KeyValueExpr, between gap) {
	p.expr(x.Key)
	p.putAt(x.Colon, token.COLON)
	p.gap(between)
	p.expr(x.Value)
}

func (p *printer) unary(x *ast.UnaryExpr, rank, depth int) {
	if rank > token.UnaryPrec {
		p.put(token.LPAREN)
		p.expr(x)
		p.put(token.RPAREN)
		return
	}
	p.put(x.Op)
	if x.Op == token.RANGE {
		p.gap(blank)
	}
	p.ranked(x.X, token.UnaryPrec, depth)
}

func (p *printer) star(x *ast.StarExpr, rank int) {
	bracketed := rank > token.UnaryPrec
	if bracketed {
		p.put(token.LPAREN)
	}
	p.put(token.MUL)
	p.expr(x.X)
	if bracketed {
		p.put(token.RPAREN)
	}
}

// operators describes the operators of a binary expression outside of parentheses.
type operators struct {
	sums, products bool
	// apart is the precedence up to which operators need blanks, because two tokens would otherwise become another one; 0 if none do.
	apart int
}

func (o *operators) collect(x *ast.BinaryExpr) {
	rank := x.Op.Precedence()
	switch rank {
	case 4:
		o.sums = true
	case 5:
		o.products = true
	}
	if left, ok := x.X.(*ast.BinaryExpr); ok && left.Op.Precedence() >= rank {
		o.collect(left)
	}
	switch right := x.Y.(type) {
	case *ast.BinaryExpr:
		if right.Op.Precedence() > rank {
			o.collect(right)
		}
	case *ast.StarExpr:
		if x.Op == token.QUO {
			o.apart = 5
		}
	case *ast.UnaryExpr:
		switch x.Op.String() + right.Op.String() {
		case "/*", "&&", "&^":
			o.apart = 5
		case "++", "--":
			o.apart = max(o.apart, 4)
		}
	}
}

// operatorsApart returns the precedence below which operators are surrounded by blanks.
func operatorsApart(x *ast.BinaryExpr, depth int) int {
	var o operators
	o.collect(x)
	switch {
	case o.apart > 0:
		return o.apart + 1
	case depth > 1:
		return 4
	case o.sums && o.products:
		return 5
	}
	return 6
}

// binary prints an expression; operators with a precedence below apart are surrounded by blanks.
func (p *printer) binary(x *ast.BinaryExpr, rank, apart, depth int) {
	own := x.Op.Precedence()
	if own < rank {
		// The tree has no ParenExpr here.
		p.put(token.LPAREN)
		p.deep(x, shallower(depth))
		p.put(token.RPAREN)
		return
	}
	around := nothing
	if own < apart {
		around = blank
	}
	p.operand(x.X, own, apart, depth)
	p.gap(around)
	before, after := p.pos.line, p.src.line(x.Y.Pos())
	p.putAt(x.OpPos, x.Op)
	if before != after && before > 0 && after > 0 && p.breakLine(after, 1, inward, true) > 0 {
		p.ranked(x.Y, own+1, depth+1)
		p.gap(outward)
		return
	}
	p.gap(around)
	p.ranked(x.Y, own+1, depth+1)
}

// operand prints the left operand of an operator.
func (p *printer) operand(x ast.Expr, rank, apart, depth int) {
	if left, ok := x.(*ast.BinaryExpr); !ok || left.Op.Precedence() != rank {
		depth++
	}
	p.ranked(x, rank, depth)
}

func (p *printer) slice(x *ast.SliceExpr, depth int) {
	p.ranked(x.X, token.HighestPrec, 1)
	p.putAt(x.Lbrack, token.LBRACK)
	bounds := []ast.Expr{x.Low, x.High}
	if x.Max != nil {
		bounds = append(bounds, x.Max)
	}
	given, binary := 0, false
	for _, b := range bounds {
		if b != nil {
			given++
			_, ok := b.(*ast.BinaryExpr)
			binary = binary || ok
		}
	}
	around := nothing
	if depth <= 1 && given > 1 && binary {
		around = blank
	}
	for i, b := range bounds {
		if i > 0 {
			if bounds[i-1] != nil {
				p.gap(around)
			}
			p.put(token.COLON)
			if b != nil {
				p.gap(around)
			}
		}
		if b != nil {
			p.deep(b, depth+1)
		}
	}
	p.putAt(x.Rbrack, token.RBRACK)
}

// selector prints a selector. If a line ends after its period, the rest is indented; if the selector is the function of
// a call, so are its arguments, and the result is true.
func (p *printer) selector(x *ast.SelectorExpr, depth int, called bool) bool {
	p.ranked(x.X, token.HighestPrec, depth)
	p.put(token.PERIOD)
	breaks := p.pos.known() && p.pos.line < p.src.line(x.Sel.Pos())
	if breaks {
		p.gap(inward, line)
	}
	p.at(x.Sel.Pos())
	p.name(x.Sel)
	if breaks && !called {
		p.gap(outward)
	}
	return breaks && called
}

func (p *printer) call(x *ast.CallExpr, depth int) {
	if len(x.Args) > 1 {
		depth++
	}
	indented := false
	switch f := x.Fun.(type) {
	case *ast.SelectorExpr:
		p.at(f.Pos())
		indented = p.selector(f, depth, true)
	default:
		c, receives := f.(*ast.ChanType)
		_, bracketed := f.(*ast.FuncType)
		bracketed = bracketed || receives && c.Dir == ast.RECV
		if bracketed {
			p.put(token.LPAREN)
		}
		p.ranked(f, token.HighestPrec, depth)
		if bracketed {
			p.put(token.RPAREN)
		}
	}
	p.putAt(x.Lparen, token.LPAREN)
	args := row{exprs: x.Args, depth: depth, after: x.Lparen, before: x.Rparen, comma: true}
	if x.Ellipsis.IsValid() {
		args.before, args.comma = x.Ellipsis, false
		p.list(args)
		p.putAt(x.Ellipsis, token.ELLIPSIS)
		if x.Rparen.IsValid() && p.src.line(x.Ellipsis) < p.src.line(x.Rparen) {
			p.put(token.COMMA)
			p.gap(section)
		}
	} else {
		p.list(args)
	}
	p.putAt(x.Rparen, token.RPAREN)
	if indented {
		p.gap(outward)
	}
}

func (p *printer) compositeLit(x *ast.CompositeLit, depth int) {
	if x.Type != nil {
		p.ranked(x.Type, token.HighestPrec, depth)
	}
	p.composite++
	p.putAt(x.Lbrace, token.LBRACE)
	p.list(row{exprs: x.Elts, depth: 1, after: x.Lbrace, before: x.Rbrace, comma: true, cut: x.Incomplete})
	// Comments without other elements here are indented.
	p.gap(inward, outward)
	// After a block comment, a line break would need a comma.
	p.joined = !p.joined
	if len(x.Elts) > 0 {
		p.tight = !p.tight
	}
	p.putAt(x.Rbrace, token.RBRACE)
	p.joined = !p.joined
	if len(x.Elts) > 0 {
		p.tight = !p.tight
	}
	p.composite--
}

func (p *printer) funcLit(x *ast.FuncLit) {
	p.putAt(x.Type.Pos(), token.FUNC)
	begin := p.page.column - len("func")
	p.signature(x.Type)
	p.body(p.columnsSince(x.Type.Pos(), begin), blank, x.Body)
}

// columnsSince returns the number of columns printed since a position, whose column was begin; far if the line has changed.
func (p *printer) columnsSince(pos token.Pos, begin int) int {
	if pos.IsValid() && p.pos.known() && p.src.line(pos) == p.pos.line {
		return p.page.column - begin
	}
	return far
}

// plainNumber returns a number in lower case, except for hexadecimal digits.
func plainNumber(x *ast.BasicLit) string {
	text := x.Value
	if len(text) < 2 || x.Kind != token.INT && x.Kind != token.FLOAT && x.Kind != token.IMAG {
		return text
	}
	switch text[:2] {
	case "0x", "0X":
		return "0x" + strings.Replace(text[2:], "P", "p", 1)
	case "0o", "0O":
		return "0o" + text[2:]
	case "0b", "0B":
		return "0b" + text[2:]
	}
	text = strings.Replace(text, "E", "e", 1)
	if x.Kind == token.IMAG && !strings.ContainsAny(text, ".e") {
		// Leading zeros have no meaning in an imaginary number, not even that of octal.
		text = strings.TrimLeft(text, "0_")
		if text == "i" {
			text = "0i"
		}
	}
	return text
}
