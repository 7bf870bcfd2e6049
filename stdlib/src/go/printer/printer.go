// Package printer prints syntax trees in gofmt's format.
package printer

import (
	"fmt"
	"go/ast"
	"go/token"
	"io"
)

// A Mode is a set of flags.
type Mode uint

// The flags.
const (
	RawFormat Mode = 1 << iota // columns are not aligned
	TabIndent                  // lines begin with tabs even if UseSpaces is set
	UseSpaces                  // columns are aligned with spaces
	SourcePos                  // //line comments state the source lines
)

// normalizeNumbers makes the prefixes and exponents of numbers lower-case. Package go/format and gofmt set it.
const normalizeNumbers Mode = 1 << 30

// A Config controls the output of Fprint.
type Config struct {
	Mode     Mode
	Tabwidth int
	Indent   int // indentation of all lines
}

// A CommentedNode is a tree with its comments.
type CommentedNode struct {
	Node     any // *ast.File, ast.Expr, ast.Decl, ast.Spec or ast.Stmt
	Comments []*ast.CommentGroup
}

// Fprint prints a tree with tabs for indentation and alignment.
func Fprint(output io.Writer, fset *token.FileSet, node any) error {
	return (&Config{Tabwidth: 8}).Fprint(output, fset, node)
}

// Fprint prints an *ast.File, *CommentedNode, []ast.Decl, []ast.Stmt, or any ast.Expr, ast.Decl, ast.Spec or ast.Stmt.
func (cfg *Config) Fprint(output io.Writer, fset *token.FileSet, node any) error {
	p := &printer{Config: *cfg, src: source{set: fset}, sizes: map[ast.Node]int{}}
	if err := p.tree(node); err != nil {
		return err
	}
	text, err := p.finish()
	if err != nil {
		return err
	}
	_, err = output.Write(text)
	return err
}

// tree prints a node with its comments.
func (p *printer) tree(node any) error {
	p.page.start(p.Indent)
	p.pos = place{line: 1, column: 1}
	bundle, ok := node.(*CommentedNode)
	if ok {
		node = bundle.Node
		if bundle.Comments != nil {
			n, ok := node.(ast.Node)
			if !ok {
				return unsupported(node)
			}
			p.remarks.all = within(bundle.Comments, n)
		}
	}
	if f, ok := node.(*ast.File); ok && (bundle == nil || bundle.Comments == nil) {
		p.remarks.all = f.Comments
	}
	p.remarks.fromNodes = p.remarks.all == nil
	p.nextGroup()
	switch n := node.(type) {
	case *ast.File:
		p.file(n)
	case []ast.Decl:
		p.decls(n)
	case []ast.Stmt:
		for _, s := range n {
			p.makeRoom(s)
		}
		p.stmts(n, false, false)
	case ast.Decl:
		p.decl(n)
	case ast.Spec:
		p.spec(n, false, false)
	case ast.Stmt:
		p.makeRoom(n)
		p.stmt(n, false)
	case ast.Expr:
		p.expr(n)
	default:
		return unsupported(node)
	}
	// The end of a file has the effect of a newline.
	p.semicolon = false
	p.settle(place{line: far, offset: far}, token.EOF)
	return p.err
}

// makeRoom indents statements if one of them has a label, which is printed one indentation to the left.
func (p *printer) makeRoom(s ast.Stmt) {
	if _, ok := s.(*ast.LabeledStmt); ok {
		p.indent = 1
	}
}

func unsupported(node any) error { return fmt.Errorf("go/printer: unsupported node type %T", node) }

// within returns the comments inside a node, with its documentation and the comment after it.
func within(all []*ast.CommentGroup, n ast.Node) []*ast.CommentGroup {
	begin, end := n.Pos(), n.End()
	doc, last := commentsOf(n)
	if doc != nil {
		begin = doc.Pos()
	}
	if last != nil {
		end = max(end, last.End())
	}
	for len(all) > 0 && all[0].End() < begin {
		all = all[1:]
	}
	for i, g := range all {
		if g.Pos() >= end {
			all = all[:i]
			break
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// commentsOf returns a node's documentation and the comment after it.
func commentsOf(n ast.Node) (doc, last *ast.CommentGroup) {
	switch n := n.(type) {
	case *ast.Field:
		return n.Doc, n.Comment
	case *ast.ImportSpec:
		return n.Doc, n.Comment
	case *ast.ValueSpec:
		return n.Doc, n.Comment
	case *ast.TypeSpec:
		return n.Doc, n.Comment
	case *ast.GenDecl:
		if len(n.Specs) > 0 {
			_, last = commentsOf(n.Specs[len(n.Specs)-1])
		}
		return n.Doc, last
	case *ast.FuncDecl:
		return n.Doc, nil
	case *ast.File:
		if len(n.Comments) > 0 {
			last = n.Comments[len(n.Comments)-1]
		}
		return n.Doc, last
	}
	return nil, nil
}

// measure returns the length of a node printed in one line; more than limit if it is longer, or takes several lines.
func (p *printer) measure(n ast.Node, limit int) int {
	switch n := n.(type) {
	case *ast.Ident:
		return min(len(n.Name), limit+1)
	case *ast.BasicLit:
		if len(n.Value) > 0 && n.Value[0] != '`' {
			return min(len(n.Value), limit+1)
		}
	}
	if size, ok := p.sizes[n]; ok {
		return size
	}
	p.sizes[n] = limit + 1
	q := &printer{Config: Config{Mode: RawFormat}, src: p.src, sizes: p.sizes, measures: true}
	if q.tree(n) != nil || q.broken {
		return limit + 1
	}
	size := min(visibleLength(q.out), limit+1)
	p.sizes[n] = size
	return size
}
