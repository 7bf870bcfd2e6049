package ast

import "go/token"

// A Field is a field, a method, an embedded type or a parameter; or several that share a type.
type Field struct {
	Doc     *CommentGroup
	Names   []*Ident
	Type    Expr
	Tag     *BasicLit
	Comment *CommentGroup
}

// A FieldList is a list of fields in parentheses, brackets or braces, or without them.
type FieldList struct {
	Opening token.Pos
	List    []*Field
	Closing token.Pos
}

// A ChanDir is the direction of a channel.
type ChanDir int

// The directions; a bidirectional channel has both.
const (
	SEND ChanDir = 1
	RECV ChanDir = 2
)

// An ArrayType is the type of an array, or without a length of a slice.
type ArrayType struct {
	Lbrack token.Pos
	Len    Expr
	Elt    Expr
}

// A StructType is the type of a struct.
type StructType struct {
	Struct     token.Pos
	Fields     *FieldList
	Incomplete bool
}

// A FuncType is the type of a function, or the signature of a function or a method.
type FuncType struct {
	Func       token.Pos
	TypeParams *FieldList
	Params     *FieldList
	Results    *FieldList
}

// An InterfaceType is the type of an interface.
type InterfaceType struct {
	Interface  token.Pos
	Methods    *FieldList
	Incomplete bool
}

// A MapType is the type of a map.
type MapType struct {
	Map   token.Pos
	Key   Expr
	Value Expr
}

// A ChanType is the type of a channel.
type ChanType struct {
	Begin token.Pos
	Arrow token.Pos
	Dir   ChanDir
	Value Expr
}

func (*ArrayType) exprNode()     {}
func (*StructType) exprNode()    {}
func (*FuncType) exprNode()      {}
func (*InterfaceType) exprNode() {}
func (*MapType) exprNode()       {}
func (*ChanType) exprNode()      {}

func (x *ArrayType) Pos() token.Pos     { return x.Lbrack }
func (x *StructType) Pos() token.Pos    { return x.Struct }
func (x *InterfaceType) Pos() token.Pos { return x.Interface }
func (x *MapType) Pos() token.Pos       { return x.Map }
func (x *ChanType) Pos() token.Pos      { return x.Begin }

// Pos returns the position of "func"; if there is none, as in a method of an interface, of the parameters.
func (x *FuncType) Pos() token.Pos {
	if x.Func.IsValid() || x.Params == nil {
		return x.Func
	}
	return x.Params.Pos()
}

func (x *ArrayType) End() token.Pos     { return x.Elt.End() }
func (x *StructType) End() token.Pos    { return x.Fields.End() }
func (x *InterfaceType) End() token.Pos { return x.Methods.End() }
func (x *MapType) End() token.Pos       { return x.Value.End() }
func (x *ChanType) End() token.Pos      { return x.Value.End() }

// End returns the end of the results, or of the parameters.
func (x *FuncType) End() token.Pos {
	if x.Results != nil {
		return x.Results.End()
	}
	return x.Params.End()
}

// Pos returns the position of the first name, or of the type.
func (f *Field) Pos() token.Pos {
	switch {
	case len(f.Names) > 0:
		return f.Names[0].Pos()
	case f.Type != nil:
		return f.Type.Pos()
	}
	return token.NoPos
}

// End returns the end of the tag, or of the type, or of the last name.
func (f *Field) End() token.Pos {
	switch {
	case f.Tag != nil:
		return f.Tag.End()
	case f.Type != nil:
		return f.Type.End()
	}
	return endOfLast(f.Names, token.NoPos)
}

// Pos returns the opening parenthesis, or the first field.
func (f *FieldList) Pos() token.Pos {
	if !f.Opening.IsValid() && len(f.List) > 0 {
		return f.List[0].Pos()
	}
	return f.Opening
}

// End returns the position after the closing parenthesis, or after the last field.
func (f *FieldList) End() token.Pos {
	if f.Closing.IsValid() {
		return f.Closing + 1
	}
	return endOfLast(f.List, token.NoPos)
}

// NumFields returns the number of fields or parameters, including those without a name.
func (f *FieldList) NumFields() (n int) {
	if f == nil {
		return 0
	}
	for _, field := range f.List {
		n += max(1, len(field.Names))
	}
	return n
}
