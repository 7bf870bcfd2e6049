// Package format formats Go source like gofmt.
package format

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"internal/gosource"
	"io"
)

const mode = parser.ParseComments | parser.SkipObjectResolution

// Node prints a tree as gofmt does. It prints the imports of files sorted, but does not change the tree.
func Node(dst io.Writer, fset *token.FileSet, node any) error {
	bundle, _ := node.(*printer.CommentedNode)
	inner := node
	if bundle != nil {
		inner = bundle.Node
	}
	config := gosource.Standard
	if file, ok := inner.(*ast.File); ok && groupsImports(file) {
		// A copy is sorted, because the tree must not change.
		var b bytes.Buffer
		if err := config.Fprint(&b, fset, file); err != nil {
			return err
		}
		sorted, err := parser.ParseFile(fset, "", b.Bytes(), mode)
		if err != nil {
			return err
		}
		ast.SortImports(fset, sorted)
		node = sorted
		if bundle != nil {
			node = &printer.CommentedNode{Node: sorted, Comments: bundle.Comments}
		}
	}
	return config.Fprint(dst, fset, node)
}

// groupsImports reports whether a file has imports in parentheses.
func groupsImports(file *ast.File) bool {
	for _, d := range file.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok || d.Tok != token.IMPORT {
			break
		}
		if d.Lparen.IsValid() {
			return true
		}
	}
	return false
}

// Source formats a source file, declarations or statements. The imports of a file are sorted. Other sources keep the
// white space around them and the indentation of their first line.
func Source(src []byte) ([]byte, error) {
	fset := token.NewFileSet()
	s, err := gosource.Read(fset, "", src, mode, true)
	if err != nil {
		return nil, err
	}
	if s.IsFile() {
		ast.SortImports(fset, s.Tree)
	}
	return s.Form(gosource.Standard)
}
