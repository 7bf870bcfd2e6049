package ast

import (
	"fmt"
	"iter"
)

// A Visitor's Visit method is called by Walk for each node.
type Visitor interface {
	Visit(node Node) (w Visitor)
}

// Walk calls v.Visit with a node; unless that returns nil, Walk continues with the returned Visitor for all children,
// and then calls its Visit with nil.
func Walk(v Visitor, node Node) {
	if v = v.Visit(node); v == nil {
		return
	}
	children(node, func(child Node) bool {
		Walk(v, child)
		return true
	})
	v.Visit(nil)
}

// Inspect calls f with a node; if that returns true, it does so for all children, and then calls f with nil.
func Inspect(node Node, f func(Node) bool) {
	var visit func(Node) bool
	visit = func(n Node) bool {
		if f(n) {
			children(n, visit)
			f(nil)
		}
		return true
	}
	visit(node)
}

// Preorder returns an iterator over the nodes of a tree, each before its children.
func Preorder(root Node) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		var visit func(Node) bool
		visit = func(n Node) bool { return yield(n) && children(n, visit) }
		visit(root)
	}
}

// PreorderStack calls f with each node of a tree and its ancestors, appended to stack. If f returns false, it skips the children.
func PreorderStack(root Node, stack []Node, f func(n Node, stack []Node) bool) {
	above := len(stack)
	var visit func(Node) bool
	visit = func(n Node) bool {
		if f(n, stack) {
			stack = append(stack, n)
			children(n, visit)
			stack = stack[:len(stack)-1]
		}
		return true
	}
	visit(root)
	if len(stack) != above {
		panic("push/pop mismatch")
	}
}

// A visit is called with nodes until it returns false. After that its methods return false.
type visit func(Node) bool

// one visits a node unless it is nil.
func (f visit) one(n Node) bool { return n == nil || f(n) }

func (f visit) doc(group *CommentGroup) bool { return group == nil || f(group) }
func (f visit) ident(id *Ident) bool         { return id == nil || f(id) }
func (f visit) literal(lit *BasicLit) bool   { return lit == nil || f(lit) }
func (f visit) fields(list *FieldList) bool  { return list == nil || f(list) }
func (f visit) block(block *BlockStmt) bool  { return block == nil || f(block) }

// all visits nodes.
func all[N Node](f visit, nodes []N) bool {
	for _, n := range nodes {
		if !f(n) {
			return false
		}
	}
	return true
}

// children calls f with the children of a node, in source order, until f returns false; then children returns false.
func children(n Node, f visit) bool {
	switch n := n.(type) {
	case Expr:
		return ofExpr(n, f)
	case Stmt:
		return ofStmt(n, f)
	case *Comment:
		return true
	case *CommentGroup:
		return all(f, n.List)
	case *Field:
		return f.doc(n.Doc) && all(f, n.Names) && f.one(n.Type) && f.literal(n.Tag) && f.doc(n.Comment)
	case *FieldList:
		return all(f, n.List)
	case *BadDecl:
		return true
	case *GenDecl:
		return f.doc(n.Doc) && all(f, n.Specs)
	case *FuncDecl:
		return f.doc(n.Doc) && f.fields(n.Recv) && f(n.Name) && f(n.Type) && f.block(n.Body)
	case *ImportSpec:
		return f.doc(n.Doc) && f.ident(n.Name) && f(n.Path) && f.doc(n.Comment)
	case *ValueSpec:
		return f.doc(n.Doc) && all(f, n.Names) && f.one(n.Type) && all(f, n.Values) && f.doc(n.Comment)
	case *TypeSpec:
		return f.doc(n.Doc) && f(n.Name) && f.fields(n.TypeParams) && f(n.Type) && f.doc(n.Comment)
	case *File:
		return f.doc(n.Doc) && f(n.Name) && all(f, n.Decls)
	case *Package:
		for _, file := range n.Files {
			if !f(file) {
				return false
			}
		}
		return true
	}
	panic(fmt.Sprintf("ast.Walk: unexpected node type %T", n))
}

func ofExpr(n Expr, f visit) bool {
	switch n := n.(type) {
	case *BadExpr, *Ident, *BasicLit:
		return true
	case *Ellipsis:
		return f.one(n.Elt)
	case *FuncLit:
		return f(n.Type) && f.block(n.Body)
	case *CompositeLit:
		return f.one(n.Type) && all(f, n.Elts)
	case *ParenExpr:
		return f(n.X)
	case *SelectorExpr:
		return f(n.X) && f(n.Sel)
	case *IndexExpr:
		return f(n.X) && f(n.Index)
	case *IndexListExpr:
		return f(n.X) && all(f, n.Indices)
	case *SliceExpr:
		return f(n.X) && f.one(n.Low) && f.one(n.High) && f.one(n.Max)
	case *TypeAssertExpr:
		return f(n.X) && f.one(n.Type)
	case *CallExpr:
		return f(n.Fun) && all(f, n.Args)
	case *StarExpr:
		return f(n.X)
	case *UnaryExpr:
		return f(n.X)
	case *BinaryExpr:
		return f(n.X) && f(n.Y)
	case *KeyValueExpr:
		return f(n.Key) && f(n.Value)
	case *ArrayType:
		return f.one(n.Len) && f(n.Elt)
	case *StructType:
		return f.fields(n.Fields)
	case *FuncType:
		return f.fields(n.TypeParams) && f.fields(n.Params) && f.fields(n.Results)
	case *InterfaceType:
		return f.fields(n.Methods)
	case *MapType:
		return f(n.Key) && f(n.Value)
	case *ChanType:
		return f(n.Value)
	}
	panic(fmt.Sprintf("ast.Walk: unexpected node type %T", n))
}

func ofStmt(n Stmt, f visit) bool {
	switch n := n.(type) {
	case *BadStmt, *EmptyStmt:
		return true
	case *DeclStmt:
		return f(n.Decl)
	case *LabeledStmt:
		return f(n.Label) && f(n.Stmt)
	case *ExprStmt:
		return f(n.X)
	case *SendStmt:
		return f(n.Chan) && f(n.Value)
	case *IncDecStmt:
		return f(n.X)
	case *AssignStmt:
		return all(f, n.Lhs) && all(f, n.Rhs)
	case *GoStmt:
		return f(n.Call)
	case *DeferStmt:
		return f(n.Call)
	case *ReturnStmt:
		return all(f, n.Results)
	case *BranchStmt:
		return f.ident(n.Label)
	case *BlockStmt:
		return all(f, n.List)
	case *IfStmt:
		return f.one(n.Init) && f(n.Cond) && f.block(n.Body) && f.one(n.Else)
	case *CaseClause:
		return all(f, n.List) && all(f, n.Body)
	case *SwitchStmt:
		return f.one(n.Init) && f.one(n.Tag) && f.block(n.Body)
	case *TypeSwitchStmt:
		return f.one(n.Init) && f(n.Assign) && f.block(n.Body)
	case *CommClause:
		return f.one(n.Comm) && all(f, n.Body)
	case *SelectStmt:
		return f.block(n.Body)
	case *ForStmt:
		return f.one(n.Init) && f.one(n.Cond) && f.one(n.Post) && f.block(n.Body)
	case *RangeStmt:
		return f.one(n.Key) && f.one(n.Value) && f(n.X) && f.block(n.Body)
	}
	panic(fmt.Sprintf("ast.Walk: unexpected node type %T", n))
}
