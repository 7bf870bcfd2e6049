package parser

import (
	"fmt"
	"go/ast"
	"go/token"
)

// A resolver finds the objects of identifiers that a file alone determines.
type resolver struct {
	src    *token.File
	report func(token.Pos, string) // may be nil

	pkg   *ast.Scope
	scope *ast.Scope
	// labels are the labels of a function, and jumps the statements that refer to them; outside of functions both are nil.
	labels *ast.Scope
	jumps  []*ast.Ident

	unresolved []*ast.Ident
}

// pending is the object of identifiers that may be declared further on.
var pending = new(ast.Object)

func resolve(f *ast.File, src *token.File, report func(token.Pos, string)) {
	pkg := ast.NewScope(nil)
	r := &resolver{src: src, report: report, pkg: pkg, scope: pkg}
	for _, decl := range f.Decls {
		ast.Walk(r, decl)
	}
	left := r.unresolved[:0]
	for _, id := range r.unresolved {
		if id.Obj = pkg.Lookup(id.Name); id.Obj == nil {
			left = append(left, id)
		}
	}
	f.Scope, f.Unresolved = pkg, left
}

// in calls f with a new scope.
func (r *resolver) in(f func()) {
	outer := r.scope
	r.scope = ast.NewScope(outer)
	f()
	r.scope = outer
}

// declare inserts names into a scope. A type parameter of a receiver is declared by its identifier, which denotes no object.
func (r *resolver) declare(scope *ast.Scope, kind ast.ObjKind, decl, data any, names ...*ast.Ident) {
	_, ofReceiver := decl.(*ast.Ident)
	for _, id := range names {
		obj := ast.NewObj(kind, id.Name)
		obj.Decl, obj.Data = decl, data
		if !ofReceiver {
			id.Obj = obj
		}
		if id.Name == "_" {
			continue
		}
		if alt := scope.Insert(obj); alt != nil && r.report != nil {
			previous := ""
			if pos := alt.Pos(); pos.IsValid() {
				previous = fmt.Sprintf("\n\tprevious declaration at %v", r.src.Position(pos))
			}
			r.report(id.Pos(), fmt.Sprintf("%s redeclared in this block%s", id.Name, previous))
		}
	}
}

// define declares the variables of a short declaration that are new.
func (r *resolver) define(a *ast.AssignStmt) {
	isNew := false
	for _, x := range a.Lhs {
		id, ok := x.(*ast.Ident)
		if !ok {
			continue
		}
		obj := ast.NewObj(ast.Var, id.Name)
		obj.Decl = a
		id.Obj = obj
		if id.Name == "_" {
			continue
		}
		if alt := r.scope.Insert(obj); alt != nil {
			id.Obj = alt
		} else {
			isNew = true
		}
	}
	if !isNew && r.report != nil {
		r.report(a.Lhs[0].Pos(), "no new variables on left side of :=")
	}
}

// use finds the object of an identifier; if there is none, mayBeLater says whether to keep the identifier as unresolved.
func (r *resolver) use(id *ast.Ident, mayBeLater bool) {
	if id.Name == "_" || id.Obj != nil {
		return
	}
	for s := r.scope; s != nil; s = s.Outer {
		if obj := s.Lookup(id.Name); obj != nil {
			if _, ofReceiver := obj.Decl.(*ast.Ident); !ofReceiver {
				id.Obj = obj
			}
			return
		}
	}
	if mayBeLater {
		id.Obj = pending
		r.unresolved = append(r.unresolved, id)
	}
}

// walk resolves nodes, ignoring nil ones.
func walk[N ast.Node](r *resolver, nodes ...N) {
	for _, n := range nodes {
		ast.Walk(r, n)
	}
}

func (r *resolver) maybe(n ast.Node) {
	if n != nil {
		ast.Walk(r, n)
	}
}

// types resolves the types of fields.
func (r *resolver) types(list *ast.FieldList) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		if f.Type != nil {
			ast.Walk(r, f.Type)
		}
	}
}

// names declares the names of fields.
func (r *resolver) names(list *ast.FieldList, kind ast.ObjKind) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		r.declare(r.scope, kind, f, nil, f.Names...)
	}
}

// signature resolves parameters and results, and declares them; also a receiver, whose type has been resolved.
func (r *resolver) signature(recv *ast.FieldList, f *ast.FuncType) {
	r.types(f.Params)
	r.types(f.Results)
	r.names(recv, ast.Var)
	r.names(f.Params, ast.Var)
	r.names(f.Results, ast.Var)
}

// body resolves the body of a function, whose parameters share its scope.
func (r *resolver) body(body *ast.BlockStmt) {
	if body == nil {
		return
	}
	labels, jumps := r.labels, r.jumps
	r.labels, r.jumps = ast.NewScope(nil), nil
	walk(r, body.List...)
	for _, id := range r.jumps {
		if id.Obj = r.labels.Lookup(id.Name); id.Obj == nil && r.report != nil {
			r.report(id.Pos(), fmt.Sprintf("label %s undefined", id.Name))
		}
	}
	r.labels, r.jumps = labels, jumps
}

// Visit resolves a node, and returns nil if it has resolved all nodes below it.
func (r *resolver) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.Ident:
		r.use(n, true)
	case *ast.SelectorExpr:
		ast.Walk(r, n.X)
	case *ast.CompositeLit:
		r.composite(n)
	case *ast.FuncLit:
		r.in(func() {
			r.signature(nil, n.Type)
			r.body(n.Body)
		})
	case *ast.FuncType:
		r.in(func() { r.signature(nil, n) })
	case *ast.StructType:
		r.in(func() {
			r.types(n.Fields)
			r.names(n.Fields, ast.Var)
		})
	case *ast.InterfaceType:
		r.in(func() {
			r.types(n.Methods)
			r.names(n.Methods, ast.Fun)
		})
	case *ast.GenDecl:
		r.genDecl(n)
	case *ast.FuncDecl:
		r.funcDecl(n)
	case ast.Stmt:
		return r.stmt(n)
	default:
		return r
	}
	return nil
}

func (r *resolver) composite(c *ast.CompositeLit) {
	r.maybe(c.Type)
	for _, x := range c.Elts {
		kv, ok := x.(*ast.KeyValueExpr)
		if !ok {
			ast.Walk(r, x)
			continue
		}
		// A key without an object is probably the name of a field.
		if id, ok := kv.Key.(*ast.Ident); ok {
			r.use(id, false)
		} else {
			ast.Walk(r, kv.Key)
		}
		ast.Walk(r, kv.Value)
	}
}

// genDecl resolves a declaration. As in Go's parser, the scope of type parameters ends with the parentheses around several types.
func (r *resolver) genDecl(d *ast.GenDecl) {
	outer := r.scope
	defer func() { r.scope = outer }()
	for i, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.ValueSpec:
			kind := ast.Var
			if d.Tok == token.CONST {
				kind = ast.Con
			}
			walk(r, s.Values...)
			r.maybe(s.Type)
			r.declare(r.scope, kind, s, i, s.Names...)
		case *ast.TypeSpec:
			r.declare(r.scope, ast.Typ, s, nil, s.Name)
			if s.TypeParams != nil {
				r.scope = ast.NewScope(r.scope)
				r.names(s.TypeParams, ast.Typ)
				r.types(s.TypeParams)
			}
			ast.Walk(r, s.Type)
		}
	}
}

func (r *resolver) funcDecl(d *ast.FuncDecl) {
	r.in(func() {
		r.receiver(d.Recv)
		r.names(d.Type.TypeParams, ast.Typ)
		r.types(d.Type.TypeParams)
		r.signature(d.Recv, d.Type)
		r.body(d.Body)
	})
	if d.Recv == nil && d.Name.Name != "init" {
		r.declare(r.pkg, ast.Fun, d, nil, d.Name)
	}
}

// receiver resolves the type of a receiver, and declares its type parameters.
func (r *resolver) receiver(list *ast.FieldList) {
	if list == nil || len(list.List) == 0 {
		return
	}
	x := list.List[0].Type
	if star, ok := x.(*ast.StarExpr); ok {
		x = star.X
	}
	var params []ast.Expr
	switch t := x.(type) {
	case *ast.IndexExpr:
		x, params = t.X, []ast.Expr{t.Index}
	case *ast.IndexListExpr:
		x, params = t.X, t.Indices
	}
	rest := []ast.Expr{x}
	for _, param := range params {
		if id, ok := param.(*ast.Ident); ok {
			r.declare(r.scope, ast.Typ, id, nil, id)
		} else {
			rest = append(rest, param)
		}
	}
	walk(r, rest...)
	// There should be only one receiver.
	for _, f := range list.List[1:] {
		r.maybe(f.Type)
	}
}

func (r *resolver) stmt(s ast.Stmt) ast.Visitor {
	switch s := s.(type) {
	case *ast.LabeledStmt:
		r.declare(r.labels, ast.Lbl, s, nil, s.Label)
		ast.Walk(r, s.Stmt)
	case *ast.AssignStmt:
		walk(r, s.Rhs...)
		if s.Tok == token.DEFINE {
			r.define(s)
		} else {
			walk(r, s.Lhs...)
		}
	case *ast.BranchStmt:
		if s.Label != nil {
			r.jumps = append(r.jumps, s.Label)
		}
	case *ast.BlockStmt:
		r.in(func() { walk(r, s.List...) })
	case *ast.CaseClause:
		walk(r, s.List...)
		r.in(func() { walk(r, s.Body...) })
	case *ast.SelectStmt:
		walk(r, s.Body.List...)
	case *ast.CommClause, *ast.IfStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.ForStmt, *ast.RangeStmt:
		r.in(func() { r.scoped(s) })
	default:
		return r
	}
	return nil
}

// scoped resolves a statement in a new scope.
func (r *resolver) scoped(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.CommClause:
		r.maybe(s.Comm)
		walk(r, s.Body...)
	case *ast.IfStmt:
		r.maybe(s.Init)
		ast.Walk(r, s.Cond)
		ast.Walk(r, s.Body)
		r.maybe(s.Else)
	case *ast.SwitchStmt:
		r.maybe(s.Init)
		r.maybe(s.Tag)
		walk(r, s.Body.List...)
	case *ast.TypeSwitchStmt:
		r.maybe(s.Init)
		r.in(func() {
			ast.Walk(r, s.Assign)
			walk(r, s.Body.List...)
		})
	case *ast.ForStmt:
		r.maybe(s.Init)
		r.maybe(s.Cond)
		r.maybe(s.Post)
		ast.Walk(r, s.Body)
	case *ast.RangeStmt:
		ast.Walk(r, s.X)
		r.rangeVariables(s)
		ast.Walk(r, s.Body)
	}
}

func (r *resolver) rangeVariables(s *ast.RangeStmt) {
	var left []ast.Expr
	for _, x := range []ast.Expr{s.Key, s.Value} {
		if x != nil {
			left = append(left, x)
		}
	}
	switch {
	case len(left) == 0:
	case s.Tok == token.DEFINE:
		for _, x := range left {
			// Only names are valid here.
			if _, ok := ast.Unparen(x).(*ast.Ident); !ok {
				ast.Walk(r, x)
			}
		}
		over := &ast.UnaryExpr{Op: token.RANGE, X: s.X}
		r.define(&ast.AssignStmt{Lhs: left, TokPos: s.TokPos, Tok: s.Tok, Rhs: []ast.Expr{over}})
	default:
		walk(r, left...)
	}
}
