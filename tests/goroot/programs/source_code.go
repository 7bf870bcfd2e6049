// Go's own packages for Go: parsing, types, printing, constants, documentation.
package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"go/printer"
	"text/scanner"
	"strings"
)

const source = `// Package p is a test.
package p

// T is a pair.
type T[P any] struct { a, b P }

func (t T[P]) Sum() int { return len([]P{t.a, t.b})*f(3) }

// f doubles.
func f(x int) int { return x<<1 }
var bad string = f(2)
`

func main() {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, parser.ParseComments)
	fmt.Println(err, file.Name)
	ast.Inspect(file, func(n ast.Node) bool {
		if d, ok := n.(*ast.FuncDecl); ok {
			fmt.Println(d.Name, fset.Position(d.Pos()))
		}
		return true
	})
	conf := types.Config{Error: func(err error) { fmt.Println("types:", err) }}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}}
	pkg, _ := conf.Check("p", fset, []*ast.File{file}, info)
	for _, name := range pkg.Scope().Names() {
		fmt.Println(pkg.Scope().Lookup(name))
	}
	printer.Fprint(os.Stdout, fset, file.Decls[1])
	fmt.Println()
	text, err := format.Source([]byte("package  q\nfunc f( ){x:=1;_=x}"))
	fmt.Println(string(text), err)
	d, err := doc.NewFromFiles(fset, []*ast.File{file}, "p")
	fmt.Println(err, d.Doc, d.Types[0].Doc, d.Types[0].Methods[0].Name)
	fmt.Println(constant.BinaryOp(constant.MakeInt64(1<<62), token.MUL, constant.MakeInt64(8)))
	_, err = parser.ParseExpr("a +")
	fmt.Println(err)
	tv, err := types.Eval(fset, pkg, token.NoPos, "f(2) + 1<<3")
	fmt.Println(tv.Type, tv.Value, err)
	var s scanner.Scanner
	s.Init(strings.NewReader("x := 3.5 // c\n\"s\""))
	for tok := s.Scan(); tok != scanner.EOF; tok = s.Scan() {
		fmt.Print(s.Position, " ", s.TokenText(), "; ")
	}
	fmt.Println()
}
