package ast

import (
	"fmt"
	"go/token"
	"slices"
	"strings"
)

// An ObjKind is the kind of an Object.
type ObjKind int

// The kinds.
const (
	Bad ObjKind = iota
	Pkg
	Con
	Typ
	Var
	Fun
	Lbl
)

var kindNames = [...]string{Bad: "bad", Pkg: "package", Con: "const", Typ: "type", Var: "var", Fun: "func", Lbl: "label"}

func (kind ObjKind) String() string { return kindNames[kind] }

// An Object is the entity that a name denotes: its kind and its declaration.
type Object struct {
	Kind ObjKind
	Name string
	Decl any
	Data any
	Type any
}

// NewObj returns an object of a kind and a name.
func NewObj(kind ObjKind, name string) *Object { return &Object{Kind: kind, Name: name} }

// Pos returns the position of the object's name in its declaration; NoPos if the declaration does not contain it.
func (obj *Object) Pos() token.Pos {
	var names []*Ident
	switch d := obj.Decl.(type) {
	case *Field:
		names = d.Names
	case *ValueSpec:
		names = d.Names
	case *TypeSpec:
		names = []*Ident{d.Name}
	case *FuncDecl:
		names = []*Ident{d.Name}
	case *LabeledStmt:
		names = []*Ident{d.Label}
	case *AssignStmt:
		for _, x := range d.Lhs {
			if id, ok := x.(*Ident); ok {
				names = append(names, id)
			}
		}
	case *ImportSpec:
		if d.Name == nil || d.Name.Name != obj.Name {
			return d.Path.Pos()
		}
		return d.Name.Pos()
	}
	for _, id := range names {
		if id.Name == obj.Name {
			return id.Pos()
		}
	}
	return token.NoPos
}

// A Scope is the names that are declared in a block, and the scope around it.
type Scope struct {
	Outer   *Scope
	Objects map[string]*Object
}

// NewScope returns an empty scope in another.
func NewScope(outer *Scope) *Scope { return &Scope{outer, make(map[string]*Object, 4)} }

// Lookup returns the object with a name in this scope; nil if there is none.
func (s *Scope) Lookup(name string) *Object { return s.Objects[name] }

// Insert inserts an object; if the scope has an object with its name, it returns that instead.
func (s *Scope) Insert(obj *Object) (alt *Object) {
	if alt = s.Objects[obj.Name]; alt == nil {
		s.Objects[obj.Name] = obj
	}
	return alt
}

// String lists the objects.
func (s *Scope) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "scope %p {", s)
	if len(s.Objects) > 0 {
		b.WriteByte('\n')
	}
	for _, obj := range s.Objects {
		fmt.Fprintf(&b, "\t%s %s\n", obj.Kind, obj.Name)
	}
	b.WriteString("}\n")
	return b.String()
}

// sortedNames returns the names of files.
func sortedNames(files map[string]*File) []string {
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
