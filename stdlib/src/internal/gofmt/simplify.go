package gofmt

import (
	"go/ast"
	"go/token"
	"reflect"
	"slices"
)

// simplify shortens code without changing its meaning.
func simplify(file *ast.File) {
	file.Decls = slices.DeleteFunc(file.Decls, func(d ast.Decl) bool {
		g, ok := d.(*ast.GenDecl)
		return ok && isEmptyGroup(file, g)
	})
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			shortenElements(n)
		case *ast.SliceExpr:
			dropLength(n)
		case *ast.RangeStmt:
			if isBlankName(n.Value) {
				n.Value = nil
			}
			if n.Value == nil && isBlankName(n.Key) {
				n.Key = nil
			}
		}
		return true
	})
}

// isEmptyGroup reports whether a declaration is an empty group without comments.
func isEmptyGroup(file *ast.File, g *ast.GenDecl) bool {
	return g.Doc == nil && len(g.Specs) == 0 && !slices.ContainsFunc(file.Comments, func(c *ast.CommentGroup) bool {
		return g.Lparen < c.Pos() && c.End() <= g.Rparen
	})
}

func isBlankName(x ast.Expr) bool {
	name, ok := x.(*ast.Ident)
	return ok && name.Name == "_"
}

// dropLength simplifies s[a:len(s)] to s[a:].
func dropLength(x *ast.SliceExpr) {
	sliced, ok := x.X.(*ast.Ident)
	call, isCall := x.High.(*ast.CallExpr)
	if !ok || !isCall || x.Max != nil || len(call.Args) != 1 || call.Ellipsis.IsValid() {
		return
	}
	f, ok := call.Fun.(*ast.Ident)
	measured, isName := call.Args[0].(*ast.Ident)
	if ok && isName && f.Name == "len" && measured.Name == sliced.Name {
		x.High = nil
	}
}

// shortenElements omits the types of elements and keys that the literal's own type implies.
func shortenElements(lit *ast.CompositeLit) {
	var key, elem ast.Expr
	switch t := lit.Type.(type) {
	case *ast.ArrayType:
		elem = t.Elt
	case *ast.MapType:
		key, elem = t.Key, t.Value
	default:
		return
	}
	for i := range lit.Elts {
		part := &lit.Elts[i]
		if pair, ok := (*part).(*ast.KeyValueExpr); ok {
			if key != nil {
				shorten(&pair.Key, key)
			}
			part = &pair.Value
		}
		shorten(part, elem)
	}
}

// shorten omits the type of a literal if it is t; if t is a pointer type, also & and the type of a literal of its element type.
func shorten(x *ast.Expr, t ast.Expr) {
	// Inner literals of this type have lost their types: they are not visited again, because visiting needs the type.
	if lit, ok := (*x).(*ast.CompositeLit); ok && lit.Type != nil && equalTrees(lit.Type, t) {
		shortenElements(lit)
		lit.Type = nil
	}
	pointer, ok := t.(*ast.StarExpr)
	address, isAddress := (*x).(*ast.UnaryExpr)
	if !ok || !isAddress || address.Op != token.AND {
		return
	}
	if lit, ok := address.X.(*ast.CompositeLit); ok && lit.Type != nil && equalTrees(lit.Type, pointer.X) {
		shortenElements(lit)
		lit.Type = nil
		*x = lit
	}
}

func equalTrees(a, b ast.Expr) bool { return match(nil, reflect.ValueOf(a), reflect.ValueOf(b)) }
