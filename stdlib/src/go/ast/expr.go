package ast

import "go/token"

// A BadExpr stands for source text that is not a valid expression.
type BadExpr struct {
	From, To token.Pos
}

// An Ident is an identifier.
type Ident struct {
	NamePos token.Pos
	Name    string
	Obj     *Object
}

// An Ellipsis is the "..." of a parameter, or of the length of an array.
type Ellipsis struct {
	Ellipsis token.Pos
	Elt      Expr
}

// A BasicLit is a literal of a basic type.
type BasicLit struct {
	ValuePos token.Pos
	ValueEnd token.Pos
	Kind     token.Token
	Value    string
}

// A FuncLit is a function literal.
type FuncLit struct {
	Type *FuncType
	Body *BlockStmt
}

// A CompositeLit is a composite literal.
type CompositeLit struct {
	Type       Expr
	Lbrace     token.Pos
	Elts       []Expr
	Rbrace     token.Pos
	Incomplete bool
}

// A ParenExpr is an expression in parentheses.
type ParenExpr struct {
	Lparen token.Pos
	X      Expr
	Rparen token.Pos
}

// A SelectorExpr is an expression, a point and a name.
type SelectorExpr struct {
	X   Expr
	Sel *Ident
}

// An IndexExpr is an expression and an index.
type IndexExpr struct {
	X      Expr
	Lbrack token.Pos
	Index  Expr
	Rbrack token.Pos
}

// An IndexListExpr is an expression and several indices.
type IndexListExpr struct {
	X       Expr
	Lbrack  token.Pos
	Indices []Expr
	Rbrack  token.Pos
}

// A SliceExpr is an expression and the bounds of a slice.
type SliceExpr struct {
	X      Expr
	Lbrack token.Pos
	Low    Expr
	High   Expr
	Max    Expr
	Slice3 bool
	Rbrack token.Pos
}

// A TypeAssertExpr is a type assertion; the type of x.(type) in a type switch is nil.
type TypeAssertExpr struct {
	X      Expr
	Lparen token.Pos
	Type   Expr
	Rparen token.Pos
}

// A CallExpr is a call or a conversion.
type CallExpr struct {
	Fun      Expr
	Lparen   token.Pos
	Args     []Expr
	Ellipsis token.Pos
	Rparen   token.Pos
}

// A StarExpr is "*" and an expression or a type.
type StarExpr struct {
	Star token.Pos
	X    Expr
}

// A UnaryExpr is an operator, which is not "*", and an operand.
type UnaryExpr struct {
	OpPos token.Pos
	Op    token.Token
	X     Expr
}

// A BinaryExpr is two operands and an operator.
type BinaryExpr struct {
	X     Expr
	OpPos token.Pos
	Op    token.Token
	Y     Expr
}

// A KeyValueExpr is an element with a key in a composite literal.
type KeyValueExpr struct {
	Key   Expr
	Colon token.Pos
	Value Expr
}

func (*BadExpr) exprNode()        {}
func (*Ident) exprNode()          {}
func (*Ellipsis) exprNode()       {}
func (*BasicLit) exprNode()       {}
func (*FuncLit) exprNode()        {}
func (*CompositeLit) exprNode()   {}
func (*ParenExpr) exprNode()      {}
func (*SelectorExpr) exprNode()   {}
func (*IndexExpr) exprNode()      {}
func (*IndexListExpr) exprNode()  {}
func (*SliceExpr) exprNode()      {}
func (*TypeAssertExpr) exprNode() {}
func (*CallExpr) exprNode()       {}
func (*StarExpr) exprNode()       {}
func (*UnaryExpr) exprNode()      {}
func (*BinaryExpr) exprNode()     {}
func (*KeyValueExpr) exprNode()   {}

func (x *BadExpr) Pos() token.Pos        { return x.From }
func (x *Ident) Pos() token.Pos          { return x.NamePos }
func (x *Ellipsis) Pos() token.Pos       { return x.Ellipsis }
func (x *BasicLit) Pos() token.Pos       { return x.ValuePos }
func (x *FuncLit) Pos() token.Pos        { return x.Type.Pos() }
func (x *ParenExpr) Pos() token.Pos      { return x.Lparen }
func (x *SelectorExpr) Pos() token.Pos   { return x.X.Pos() }
func (x *IndexExpr) Pos() token.Pos      { return x.X.Pos() }
func (x *IndexListExpr) Pos() token.Pos  { return x.X.Pos() }
func (x *SliceExpr) Pos() token.Pos      { return x.X.Pos() }
func (x *TypeAssertExpr) Pos() token.Pos { return x.X.Pos() }
func (x *CallExpr) Pos() token.Pos       { return x.Fun.Pos() }
func (x *StarExpr) Pos() token.Pos       { return x.Star }
func (x *UnaryExpr) Pos() token.Pos      { return x.OpPos }
func (x *BinaryExpr) Pos() token.Pos     { return x.X.Pos() }
func (x *KeyValueExpr) Pos() token.Pos   { return x.Key.Pos() }

// Pos returns the position of the type, or of the brace if there is no type.
func (x *CompositeLit) Pos() token.Pos {
	if x.Type == nil {
		return x.Lbrace
	}
	return x.Type.Pos()
}

func (x *BadExpr) End() token.Pos        { return x.To }
func (x *Ident) End() token.Pos          { return x.NamePos + token.Pos(len(x.Name)) }
func (x *FuncLit) End() token.Pos        { return x.Body.End() }
func (x *CompositeLit) End() token.Pos   { return x.Rbrace + 1 }
func (x *ParenExpr) End() token.Pos      { return x.Rparen + 1 }
func (x *SelectorExpr) End() token.Pos   { return x.Sel.End() }
func (x *IndexExpr) End() token.Pos      { return x.Rbrack + 1 }
func (x *IndexListExpr) End() token.Pos  { return x.Rbrack + 1 }
func (x *SliceExpr) End() token.Pos      { return x.Rbrack + 1 }
func (x *TypeAssertExpr) End() token.Pos { return x.Rparen + 1 }
func (x *CallExpr) End() token.Pos       { return x.Rparen + 1 }
func (x *StarExpr) End() token.Pos       { return x.X.End() }
func (x *UnaryExpr) End() token.Pos      { return x.X.End() }
func (x *BinaryExpr) End() token.Pos     { return x.Y.End() }
func (x *KeyValueExpr) End() token.Pos   { return x.Value.End() }

// End returns the end of the type, or of "..." if there is no type.
func (x *Ellipsis) End() token.Pos {
	if x.Elt == nil {
		return x.Ellipsis + 3
	}
	return x.Elt.End()
}

// End returns ValueEnd; if that is not set, the position of the value plus its length.
func (x *BasicLit) End() token.Pos {
	if x.ValueEnd.IsValid() {
		return x.ValueEnd
	}
	return x.ValuePos + token.Pos(len(x.Value))
}

// NewIdent returns an identifier without a position.
func NewIdent(name string) *Ident { return &Ident{Name: name} }

// IsExported reports whether the name begins with an upper-case letter.
func (id *Ident) IsExported() bool { return token.IsExported(id.Name) }

// String returns the name.
func (id *Ident) String() string {
	if id == nil {
		return "<nil>"
	}
	return id.Name
}

// Unparen removes the parentheses around an expression.
func Unparen(e Expr) Expr {
	for {
		inner, ok := e.(*ParenExpr)
		if !ok {
			return e
		}
		e = inner.X
	}
}
