// Package ast has the syntax trees of Go source files.
package ast

import "go/token"

// A Node is a node of the tree. End is the position after it.
type Node interface {
	Pos() token.Pos
	End() token.Pos
}

// An Expr is an expression or a type.
type Expr interface {
	Node
	exprNode()
}

// A Stmt is a statement.
type Stmt interface {
	Node
	stmtNode()
}

// A Decl is a declaration.
type Decl interface {
	Node
	declNode()
}

// A Spec is one specification of a declaration: *ImportSpec, *ValueSpec or *TypeSpec.
type Spec interface {
	Node
	specNode()
}

// A File is the tree of a source file.
type File struct {
	Doc     *CommentGroup
	Package token.Pos // position of "package"
	Name    *Ident
	Decls   []Decl

	FileStart, FileEnd token.Pos
	Scope              *Scope
	Imports            []*ImportSpec
	Unresolved         []*Ident
	Comments           []*CommentGroup
	GoVersion          string
}

// Pos returns the place of the package clause.
func (f *File) Pos() token.Pos { return f.Package }

// End returns the end of the last declaration, or of the package's name.
func (f *File) End() token.Pos {
	if n := len(f.Decls); n > 0 {
		return f.Decls[n-1].End()
	}
	return f.Name.End()
}

// A Package is the files of a package, by their names.
type Package struct {
	Name    string
	Scope   *Scope
	Imports map[string]*Object
	Files   map[string]*File
}

// Pos returns NoPos: a package has no position.
func (p *Package) Pos() token.Pos { return token.NoPos }

// End returns NoPos.
func (p *Package) End() token.Pos { return token.NoPos }

// endOfLast returns the end of the last node; otherwise if there is none.
func endOfLast[N Node](nodes []N, otherwise token.Pos) token.Pos {
	if n := len(nodes); n > 0 {
		return nodes[n-1].End()
	}
	return otherwise
}

// IsExported reports whether a name begins with an upper-case letter.
func IsExported(name string) bool { return token.IsExported(name) }
