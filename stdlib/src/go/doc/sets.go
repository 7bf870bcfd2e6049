package doc

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// addEmbeddedMethods adds the methods of embedded types to structs.
func (c *collector) addEmbeddedMethods() {
	for _, t := range c.types {
		if t.isStruct {
			e := &embedding{t, map[*typeInfo]bool{}}
			e.add(t, false, 1)
		}
	}
}

// An embedding collects the methods that a struct gets from embedded fields.
type embedding struct {
	outer *typeInfo
	path  map[*typeInfo]bool // the types from the struct to here: a type may embed itself
}

func (e *embedding) add(t *typeInfo, byPointer bool, level int) {
	e.path[t] = true
	for inner, isPointer := range t.embedded {
		isPointer = isPointer || byPointer
		for _, m := range inner.methods {
			if m.Level == 0 {
				e.promote(m, isPointer, level)
			}
		}
		if !e.path[inner] {
			e.add(inner, isPointer, level+1)
		}
	}
	delete(e.path, t)
}

// promote adds a method. Of several with the same name the outermost wins; if two are at the same depth, the result is
// a Func without a declaration.
func (e *embedding) promote(m *Func, byPointer bool, level int) {
	set := e.outer.methods
	before := set[m.Name]
	if before != nil && before.Level < level {
		return
	}
	if before != nil && before.Level == level {
		set[m.Name] = &Func{Name: m.Name, Level: level}
		return
	}
	set[m.Name] = withReceiver(m, e.outer.name, byPointer, level)
}

// withReceiver returns the method as a method of the type that embeds its own.
func withReceiver(m *Func, name string, byPointer bool, level int) *Func {
	if m.Decl == nil || m.Decl.Recv == nil || len(m.Decl.Recv.List) != 1 {
		return m
	}
	promoted, decl := *m, *m.Decl
	recv, field := *m.Decl.Recv, *m.Decl.Recv.List[0]
	_, needsPointer := field.Type.(*ast.StarExpr)
	pos := field.Type.Pos()
	field.Type = &ast.Ident{Name: name, NamePos: pos}
	if needsPointer && !byPointer {
		field.Type = &ast.StarExpr{X: field.Type, Star: pos}
	}
	recv.List = []*ast.Field{&field}
	decl.Recv = &recv
	promoted.Decl = &decl
	promoted.Recv = receiver(field.Type)
	promoted.Level = level
	return &promoted
}

// dropTypes removes the types that are not documented. Declarations of a type that is declared elsewhere move to the package.
func (c *collector) dropTypes() {
	for name, t := range c.types {
		isShown := c.shows(name)
		isElsewhere := predeclaredTypes[name] || isShown && (t.isEmbedded || c.hasDot)
		if t.decl == nil && isElsewhere {
			c.values = append(c.values, t.values...)
			for name, f := range t.funcs {
				c.funcs[name] = f
			}
			for name, m := range t.methods {
				if c.funcs[name] == nil && !predeclaredTypes[t.name] {
					c.funcs[name] = m
				}
			}
		}
		if t.decl == nil || !isShown {
			delete(c.types, name)
		}
	}
}

func (c *collector) sortedTypes() []*Type {
	types := []*Type{}
	for _, name := range sortedKeys(c.types) {
		t := c.types[name]
		types = append(types, &Type{
			Doc:     t.doc,
			Name:    t.name,
			Decl:    t.decl,
			Consts:  valuesOf(t.values, token.CONST),
			Vars:    valuesOf(t.values, token.VAR),
			Funcs:   sortedFuncs(t.funcs, true),
			Methods: sortedFuncs(t.methods, c.mode&AllMethods != 0),
		})
	}
	return types
}

// sortedFuncs removes the methods of embedded types that are documented themselves, unless all are wanted.
func sortedFuncs(set map[string]*Func, all bool) []*Func {
	funcs := []*Func{}
	for _, name := range sortedKeys(set) {
		f := set[name]
		if f.Decl != nil && (all || f.Level == 0 || !token.IsExported(strings.TrimPrefix(f.Orig, "*"))) {
			funcs = append(funcs, f)
		}
	}
	return funcs
}

// valuesOf returns the declarations of constants, or of variables: groups in their order, and then those of one line
// by name.
func valuesOf(values []*Value, kind token.Token) []*Value {
	list := []*Value{}
	for _, v := range values {
		if v.Decl.Tok == kind {
			list = append(list, v)
		}
	}
	name := func(v *Value) string {
		if len(v.Decl.Specs) == 1 {
			return v.Decl.Specs[0].(*ast.ValueSpec).Names[0].Name
		}
		return ""
	}
	slices.SortFunc(list, func(a, b *Value) int {
		return cmp.Or(cmp.Compare(name(a), name(b)), cmp.Compare(a.order, b.order))
	})
	return list
}
