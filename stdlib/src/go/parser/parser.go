// Package parser parses Go source into syntax trees.
package parser

import (
	"bytes"
	"errors"
	"go/ast"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A Mode is a set of flags.
type Mode uint

// The flags.
const (
	PackageClauseOnly Mode = 1 << iota
	ImportsOnly
	ParseComments
	Trace
	DeclarationErrors
	SpuriousErrors
	SkipObjectResolution
	AllErrors = SpuriousErrors
)

// source returns the text that a caller passed, or that of the file.
func source(filename string, src any) ([]byte, error) {
	switch src := src.(type) {
	case nil:
		return os.ReadFile(filename)
	case string:
		return []byte(src), nil
	case []byte:
		return src, nil
	case *bytes.Buffer:
		if src != nil {
			return src.Bytes(), nil
		}
	case io.Reader:
		return io.ReadAll(src)
	}
	return nil, errors.New("invalid source")
}

// ParseFile parses a file; src is its text, or nil to read the file. With syntax errors it also returns the part of the tree that was parsed.
func ParseFile(fset *token.FileSet, filename string, src any, mode Mode) (f *ast.File, err error) {
	if fset == nil {
		panic("parser.ParseFile: no token.FileSet provided (fset == nil)")
	}
	text, err := source(filename, src)
	if err != nil {
		return nil, err
	}
	file := fset.AddFile(filename, -1, len(text))
	p := begin(file, text, mode)
	p.attempt(func() { f = p.file() })
	if f == nil {
		// The parser found no package clause.
		f = &ast.File{Name: new(ast.Ident), Scope: ast.NewScope(nil)}
	}
	f.FileStart, f.FileEnd = token.Pos(file.Base()), file.End()
	p.errors.Sort()
	return f, p.errors.Err()
}

// ParseDir parses the files of a directory whose names end in ".go" and that the filter, if it is not nil, accepts. It
// returns the packages by name, and the first error.
func ParseDir(fset *token.FileSet, path string, filter func(fs.FileInfo) bool, mode Mode) (pkgs map[string]*ast.Package, first error) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	pkgs = map[string]*ast.Package{}
	for _, entry := range entries {
		if entry.IsDir() || !strings.HasSuffix(entry.Name(), ".go") {
			continue
		}
		if filter != nil {
			info, err := entry.Info()
			if err != nil {
				return nil, err
			}
			if !filter(info) {
				continue
			}
		}
		name := filepath.Join(path, entry.Name())
		file, err := ParseFile(fset, name, nil, mode)
		if err != nil {
			if first == nil {
				first = err
			}
			continue
		}
		pkg := pkgs[file.Name.Name]
		if pkg == nil {
			pkg = &ast.Package{Name: file.Name.Name, Files: map[string]*ast.File{}}
			pkgs[pkg.Name] = pkg
		}
		pkg.Files[name] = file
	}
	return pkgs, first
}

// ParseExprFrom parses an expression.
func ParseExprFrom(fset *token.FileSet, filename string, src any, mode Mode) (expr ast.Expr, err error) {
	if fset == nil {
		panic("parser.ParseExprFrom: no token.FileSet provided (fset == nil)")
	}
	text, err := source(filename, src)
	if err != nil {
		return nil, err
	}
	p := begin(fset.AddFile(filename, -1, len(text)), text, mode)
	p.attempt(func() {
		expr = p.rhs()
		if p.atNewline() {
			p.next()
		}
		p.expect(token.EOF)
	})
	p.errors.Sort()
	return expr, p.errors.Err()
}

// ParseExpr parses an expression without a file name.
func ParseExpr(x string) (ast.Expr, error) { return ParseExprFrom(token.NewFileSet(), "", x, 0) }
