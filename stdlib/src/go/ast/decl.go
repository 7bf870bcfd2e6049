package ast

import "go/token"

// A BadDecl stands for source text that is not a valid declaration.
type BadDecl struct {
	From, To token.Pos
}

// A GenDecl is a declaration of imports, constants, types or variables. Lparen is valid if it has parentheses.
type GenDecl struct {
	Doc    *CommentGroup
	TokPos token.Pos
	Tok    token.Token
	Lparen token.Pos
	Specs  []Spec
	Rparen token.Pos
}

// A FuncDecl is the declaration of a function or a method.
type FuncDecl struct {
	Doc  *CommentGroup
	Recv *FieldList
	Name *Ident
	Type *FuncType
	Body *BlockStmt
}

// An ImportSpec is an import.
type ImportSpec struct {
	Doc     *CommentGroup
	Name    *Ident
	Path    *BasicLit
	Comment *CommentGroup
	EndPos  token.Pos
}

// A ValueSpec declares constants or variables.
type ValueSpec struct {
	Doc     *CommentGroup
	Names   []*Ident
	Type    Expr
	Values  []Expr
	Comment *CommentGroup
}

// A TypeSpec declares a type, or with Assign an alias.
type TypeSpec struct {
	Doc        *CommentGroup
	Name       *Ident
	TypeParams *FieldList
	Assign     token.Pos
	Type       Expr
	Comment    *CommentGroup
}

func (*BadDecl) declNode()  {}
func (*GenDecl) declNode()  {}
func (*FuncDecl) declNode() {}

func (*ImportSpec) specNode() {}
func (*ValueSpec) specNode()  {}
func (*TypeSpec) specNode()   {}

func (d *BadDecl) Pos() token.Pos   { return d.From }
func (d *GenDecl) Pos() token.Pos   { return d.TokPos }
func (d *FuncDecl) Pos() token.Pos  { return d.Type.Pos() }
func (s *ValueSpec) Pos() token.Pos { return s.Names[0].Pos() }
func (s *TypeSpec) Pos() token.Pos  { return s.Name.Pos() }

// Pos returns the position of the name, or of the path.
func (s *ImportSpec) Pos() token.Pos {
	if s.Name != nil {
		return s.Name.Pos()
	}
	return s.Path.Pos()
}

func (d *BadDecl) End() token.Pos  { return d.To }
func (s *TypeSpec) End() token.Pos { return s.Type.End() }

// End returns the position after the parenthesis, or after the only specification.
func (d *GenDecl) End() token.Pos {
	if d.Rparen.IsValid() {
		return d.Rparen + 1
	}
	return d.Specs[0].End()
}

// End returns the end of the body, or of the signature.
func (d *FuncDecl) End() token.Pos {
	if d.Body != nil {
		return d.Body.End()
	}
	return d.Type.End()
}

// End returns EndPos, or if that is not set the end of the path.
func (s *ImportSpec) End() token.Pos {
	if s.EndPos != token.NoPos {
		return s.EndPos
	}
	return s.Path.End()
}

// End returns the end of the last value, or of the type, or of the last name.
func (s *ValueSpec) End() token.Pos {
	switch {
	case len(s.Values) > 0:
		return endOfLast(s.Values, token.NoPos)
	case s.Type != nil:
		return s.Type.End()
	}
	return endOfLast(s.Names, token.NoPos)
}
