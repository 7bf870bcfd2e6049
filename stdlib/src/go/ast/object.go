package ast

import (
	"fmt"
	"go/token"
	"slices"
	"strings"
)

// An ObjKind is what an Object is.
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

// An Object is what a name denotes: its kind and its declaration.
type Object struct {
	Kind ObjKind
	Name string
	Decl any
	Data any
	Type any
}

// NewObj returns an object of a kind and a name.
func NewObj(kind ObjKind, name string) *Object { return &Object{Kind: kind, Name: name} }

// Pos returns where the object's name is in its declaration; NoPos if it is not there.
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

// Lookup returns the object of a name in this scope; nil if there is none.
func (s *Scope) Lookup(name string) *Object { return s.Objects[name] }

// Insert declares an object, unless there is one of its name, which is returned then.
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
