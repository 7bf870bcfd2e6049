package doc

import (
	"go/ast"
	"slices"
)

// A Filter reports whether a name is to be kept.
type Filter func(string) bool

// Filter keeps declarations with such a name, and the types that have such a member.
func (p *Package) Filter(f Filter) {
	p.Doc = ""
	p.Consts, p.Vars = f.values(p.Consts), f.values(p.Vars)
	p.Funcs = f.funcs(p.Funcs)
	p.Types = slices.DeleteFunc(p.Types, func(t *Type) bool {
		if f.wantsDecl(t.Decl) {
			return false
		}
		t.Consts, t.Vars = f.values(t.Consts), f.values(t.Vars)
		t.Funcs, t.Methods = f.funcs(t.Funcs), f.funcs(t.Methods)
		return len(t.Consts)+len(t.Vars)+len(t.Funcs)+len(t.Methods) == 0
	})
}

func (f Filter) values(list []*Value) []*Value {
	return slices.DeleteFunc(list, func(v *Value) bool { return !f.wantsDecl(v.Decl) })
}

func (f Filter) funcs(list []*Func) []*Func {
	return slices.DeleteFunc(list, func(fn *Func) bool { return !f(fn.Name) })
}

// wantsDecl reports whether the filter keeps a declared name, or the name of a member.
func (f Filter) wantsDecl(d *ast.GenDecl) bool {
	isWanted := func(name *ast.Ident) bool { return f(name.Name) }
	return slices.ContainsFunc(d.Specs, func(spec ast.Spec) bool {
		switch s := spec.(type) {
		case *ast.ValueSpec:
			return slices.ContainsFunc(s.Names, isWanted)
		case *ast.TypeSpec:
			if isWanted(s.Name) {
				return true
			}
			members, _ := membersOf(s.Type)
			return slices.ContainsFunc(members, func(m *ast.Field) bool {
				return slices.ContainsFunc(m.Names, isWanted)
			})
		}
		return false
	})
}
