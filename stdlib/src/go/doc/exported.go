package doc

import (
	"go/ast"
	"go/token"
	"slices"
)

// trimFile removes all unexported declarations. It first records which types they embed, because the methods of these are documented.
func (c *collector) trimFile(file *ast.File) {
	file.Decls = slices.DeleteFunc(file.Decls, func(decl ast.Decl) bool {
		switch d := decl.(type) {
		case *ast.GenDecl:
			if d.Tok == token.CONST {
				repeatTypes(d.Specs)
			}
			d.Specs = slices.DeleteFunc(d.Specs, func(spec ast.Spec) bool { return !c.trimSpec(spec) })
			return len(d.Specs) == 0
		case *ast.FuncDecl:
			return !token.IsExported(d.Name.Name)
		}
		return true
	})
}

// repeatTypes copies a type to constants that repeat it from a line that is removed.
func repeatTypes(specs []ast.Spec) {
	var lost ast.Expr
	for _, spec := range specs {
		s := spec.(*ast.ValueSpec)
		if s.Type == nil && len(s.Values) == 0 && lost != nil {
			s.Type = typeAt(lost, s.Pos())
		}
		lost = s.Type
		if slices.ContainsFunc(s.Names, (*ast.Ident).IsExported) {
			lost = nil
		}
	}
}

// typeAt copies the name of a constant's type, with another position.
func typeAt(x ast.Expr, pos token.Pos) ast.Expr {
	at := func(x ast.Expr, pos token.Pos) *ast.Ident {
		if name, ok := x.(*ast.Ident); ok {
			return &ast.Ident{Name: name.Name, NamePos: pos}
		}
		return nil
	}
	if qualified, ok := x.(*ast.SelectorExpr); ok {
		if pkg := at(qualified.X, pos); pkg != nil {
			return &ast.SelectorExpr{X: pkg, Sel: at(qualified.Sel, token.NoPos)}
		}
		return nil
	}
	if name := at(x, pos); name != nil {
		return name
	}
	return nil
}

// trimSpec reports whether anything is left of a line.
func (c *collector) trimSpec(spec ast.Spec) bool {
	switch s := spec.(type) {
	case *ast.ImportSpec:
		return true
	case *ast.ValueSpec:
		if !slices.ContainsFunc(s.Names, (*ast.Ident).IsExported) {
			return false
		}
		if len(s.Values) > 0 || s.Type == nil {
			// Each name keeps its value.
			for i, name := range s.Names {
				if !name.IsExported() {
					s.Names[i] = &ast.Ident{Name: "_", NamePos: name.NamePos}
				}
			}
		} else {
			s.Names = exportedNames(s.Names)
		}
		c.trimType(nil, s.Type)
		for _, value := range s.Values {
			trimLiteral(value)
		}
		return true
	case *ast.TypeSpec:
		if !s.Name.IsExported() {
			return false
		}
		c.trimType(c.typeNamed(s.Name.Name), s.Type)
		return true
	}
	return false
}

// trimLiteral removes elements with unexported keys from a composite literal, and from those inside it.
func trimLiteral(x ast.Expr) {
	lit, ok := x.(*ast.CompositeLit)
	if !ok {
		return
	}
	before := len(lit.Elts)
	lit.Elts = slices.DeleteFunc(lit.Elts, func(element ast.Expr) bool {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			if key, ok := pair.Key.(*ast.Ident); ok && !key.IsExported() {
				return true
			}
			element = pair.Value
		}
		trimLiteral(element)
		return false
	})
	lit.Incomplete = lit.Incomplete || len(lit.Elts) < before
}

func exportedNames(names []*ast.Ident) []*ast.Ident {
	return slices.DeleteFunc(names, func(name *ast.Ident) bool { return !name.IsExported() })
}

// trimType removes unexported members; t is the type that x defines, if it does.
func (c *collector) trimType(t *typeInfo, x ast.Expr) {
	switch x := x.(type) {
	case *ast.ParenExpr:
		c.trimType(nil, x.X)
	case *ast.StarExpr:
		c.trimType(nil, x.X)
	case *ast.UnaryExpr: // ~T
		c.trimType(nil, x.X)
	case *ast.BinaryExpr: // T | U
		c.trimType(nil, x.X)
		c.trimType(nil, x.Y)
	case *ast.ArrayType:
		c.trimType(nil, x.Elt)
	case *ast.ChanType:
		c.trimType(nil, x.Value)
	case *ast.MapType:
		c.trimType(nil, x.Key)
		c.trimType(nil, x.Value)
	case *ast.StructType:
		x.Incomplete = c.trimMembers(t, x.Fields, false) || x.Incomplete
	case *ast.InterfaceType:
		x.Incomplete = c.trimMembers(t, x.Methods, true) || x.Incomplete
	case *ast.FuncType:
		for _, list := range []*ast.FieldList{x.Params, x.Results} {
			if list != nil {
				for _, field := range list.List {
					c.trimType(nil, field.Type)
				}
			}
		}
	}
}

// trimMembers reports whether it took away anything.
func (c *collector) trimMembers(t *typeInfo, list *ast.FieldList, isInterface bool) (isTrimmed bool) {
	if list == nil {
		return false
	}
	list.List = slices.DeleteFunc(list.List, func(member *ast.Field) bool {
		isKept := false
		if len(member.Names) == 0 {
			name := c.noteEmbedded(t, member.Type)
			switch {
			case name == "":
				// x is an element of a constraint.
				isKept = isInterface
			case token.IsExported(name):
				isKept = true
			default:
				isKept = isInterface && predeclaredTypes[name] && !c.shadowed[name]
			}
		} else {
			before := len(member.Names)
			member.Names = exportedNames(member.Names)
			isKept = len(member.Names) > 0
			isTrimmed = isTrimmed || len(member.Names) < before
		}
		if isKept {
			c.trimType(nil, member.Type)
		} else {
			isTrimmed = true
		}
		return !isKept
	})
	return isTrimmed
}
