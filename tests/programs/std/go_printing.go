// Packages go/printer and go/format: sources, parts of sources, nodes, modes, trees without positions, and filtered trees.
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"strings"
)

const source = `// +build  linux,!cgo

//go:build  linux&&!cgo
package p; import ("os";"fmt"
"io" // io

 x "y")

//doc
//  * item
type T struct { a,b int "tag" // first
cc string
	// between


ddd map[string]int; io.Reader// embedded
}
type(I interface{m();String()string;~int|string};G[P any,Q *T] []P
A=B; C[P *T,] struct{})
const(a=iota;bb int=2 // two
ccc
)
var x,y=1,f(2,
3,
)
func(t*T)m(a,b int,c ...string)(n int,err error){ if x:=f();x>0&&!y||a==b*c+d{return 1,nil}else if z{goto L}
for i:=0;i<10;i++{ a[i],b[i:j+1:k]=c*(d+e),-i<<2 }
	/* block
	   comment */
L: for range ch { select{case v,ok:=<-ch:_=v;default:} }
switch t:=x.(type){case int,string: // c
fallthrough
default:
}
	go func(){ }()
	defer func() { recover() }()
	return map[string]*T{"a":{1}, "bbbb":&T{
		a: 1, // one
		ccccc: 0XFF, d: 1E6,
	}}, x.
	y().
		z(a...)
}
func one() int{return 1}
func longer(a int) string{return ""} // c
var s = ` + "`raw\n  string`" + ` + "x" /* end */
`

func check(err error) {
	if err != nil {
		fmt.Println("error:", err)
	}
}

func parse(src string) (*token.FileSet, *ast.File) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	check(err)
	return fset, f
}

func main() {
	out, err := format.Source([]byte(source))
	check(err)
	os.Stdout.Write(out)
	again, err := format.Source(out)
	fmt.Println("-- stable:", err, bytes.Equal(out, again))

	// Columns end where sizes differ too much: by the logarithms that go/printer has, between 149 and 150 here.
	for _, size := range []int{149, 150, 23, 24} {
		list := "package p\n\nvar _ = []any{\n"
		for _, n := range []int{52, 71, size} {
			list += strings.Repeat("x", n) + ", // c\n"
		}
		out, err := format.Source([]byte(list + "}\n"))
		check(err)
		for line := range strings.Lines(string(out)) {
			fmt.Print(strings.Index(line, "//"), " ")
		}
		fmt.Println()
	}

	for _, part := range []string{
		"return T{\n1,\n}, &T{\n2,\n}", "return f(\n1), g(\n2)", "\n\tx:=1\n\t\ty  =2 // c\n\n", "  f ( a,b )", "var(a=1;bb=2)\n", "// c\nfunc f(){}", "import (\"b\";\"a\")", "", " \n", "x y", "L:\nx++",
	} {
		out, err := format.Source([]byte(part))
		fmt.Printf("%q: %q %v\n", part, out, err)
	}

	small := "package p\n\n// f does.\nfunc f(a int) { // c\n\tif a == 1 /* d */ {\n\t\treturn\n\t}\n\tlonger := a // e\n}\n\nvar (\n\tx  = 1 // one\n\tyy int // two\n)\n"
	for mode := range printer.Mode(16) {
		fset, f := parse(small)
		fmt.Printf("-- mode %d\n", mode)
		check((&printer.Config{Mode: mode, Tabwidth: 4, Indent: 1}).Fprint(os.Stdout, fset, f))
	}

	fset, f := parse(small)
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			return false
		}
		var plain, commented, formed strings.Builder
		fmt.Println(printer.Fprint(&plain, fset, n), printer.Fprint(&commented, fset, &printer.CommentedNode{Node: n, Comments: f.Comments}), format.Node(&formed, fset, n))
		fmt.Printf("%T %q %q %q\n", n, plain.String(), commented.String(), formed.String())
		return true
	})
	check(printer.Fprint(os.Stdout, fset, f.Decls))
	check(printer.Fprint(os.Stdout, fset, f.Decls[0].(*ast.FuncDecl).Body.List))
	fmt.Println()
	check(printer.Fprint(os.Stdout, fset, 1))
	check(printer.Fprint(os.Stdout, fset, &printer.CommentedNode{Node: f.Decls, Comments: f.Comments}))

	built := &ast.FuncDecl{
		Name: ast.NewIdent("g"),
		Type: &ast.FuncType{Params: &ast.FieldList{List: []*ast.Field{{Names: []*ast.Ident{ast.NewIdent("a"), ast.NewIdent("b")}, Type: &ast.ParenExpr{X: ast.NewIdent("int")}}}}},
		Body: &ast.BlockStmt{List: []ast.Stmt{
			&ast.IfStmt{Cond: &ast.ParenExpr{X: ast.NewIdent("a")}, Body: &ast.BlockStmt{}, Else: &ast.ReturnStmt{}},
			&ast.ExprStmt{X: &ast.BinaryExpr{Op: token.MUL, X: &ast.BinaryExpr{Op: token.ADD, X: ast.NewIdent("a"), Y: &ast.UnaryExpr{Op: token.ADD, X: ast.NewIdent("b")}}, Y: ast.NewIdent("c")}},
			&ast.ExprStmt{X: &ast.CallExpr{Fun: &ast.FuncType{Params: &ast.FieldList{}}, Args: []ast.Expr{ast.NewIdent("x"), &ast.StarExpr{X: ast.NewIdent("y")}}}},
			&ast.DeclStmt{Decl: &ast.GenDecl{Tok: token.TYPE, Specs: []ast.Spec{&ast.TypeSpec{Name: ast.NewIdent("T"), Type: &ast.StructType{Fields: &ast.FieldList{}, Incomplete: true}}}}},
			&ast.LabeledStmt{Label: ast.NewIdent("L"), Stmt: &ast.EmptyStmt{}},
		}},
	}
	check(format.Node(os.Stdout, token.NewFileSet(), built))
	fmt.Println()

	fset, f = parse("package p\n\ntype S struct {\n\tA int // a\n\tb int\n}\n\ntype I interface {\n\tM()\n\tm()\n}\n\nvar V = S{A: 1, b: 2}\n\nvar W = []S{{b: 1}}\n")
	ast.FileExports(f)
	check(format.Node(os.Stdout, fset, f))
	f.Comments = nil
	check(format.Node(os.Stdout, fset, f))
}

// Output:
// //go:build linux && !cgo
// // +build linux,!cgo
//
// package p
//
// import (
// 	"fmt"
// 	"io" // io
// 	"os"
//
// 	x "y"
// )
//
// // doc
// //   - item
// type T struct {
// 	a, b int "tag" // first
// 	cc   string
// 	// between
//
// 	ddd       map[string]int
// 	io.Reader // embedded
// }
// type (
// 	I interface {
// 		m()
// 		String() string
// 		~int | string
// 	}
// 	G[P any, Q *T] []P
// 	A              = B
// 	C[P *T,]       struct{}
// )
//
// const (
// 	a      = iota
// 	bb int = 2 // two
// 	ccc
// )
//
// var x, y = 1, f(2,
// 	3,
// )
//
// func (t *T) m(a, b int, c ...string) (n int, err error) {
// 	if x := f(); x > 0 && !y || a == b*c+d {
// 		return 1, nil
// 	} else if z {
// 		goto L
// 	}
// 	for i := 0; i < 10; i++ {
// 		a[i], b[i:j+1:k] = c*(d+e), -i<<2
// 	}
// 	/* block
// 	   comment */
// L:
// 	for range ch {
// 		select {
// 		case v, ok := <-ch:
// 			_ = v
// 		default:
// 		}
// 	}
// 	switch t := x.(type) {
// 	case int, string: // c
// 		fallthrough
// 	default:
// 	}
// 	go func() {}()
// 	defer func() { recover() }()
// 	return map[string]*T{"a": {1}, "bbbb": &T{
// 		a:     1, // one
// 		ccccc: 0xFF, d: 1e6,
// 	}}, x.
// 		y().
// 		z(a...)
// }
// func one() int            { return 1 }
// func longer(a int) string { return "" } // c
// var s = `raw
//   string` + "x" /* end */
// -- stable: <nil> true
// -1 -1 -1 152 152 152 -1 
// -1 -1 -1 74 74 153 -1 
// -1 -1 -1 74 74 26 -1 
// -1 -1 -1 74 74 74 -1 
// "return T{\n1,\n}, &T{\n2,\n}": "return T{\n\t1,\n}, &T{\n\t2,\n}" <nil>
// "return f(\n1), g(\n2)": "return f(\n\t\t1), g(\n\t\t2)" <nil>
// "\n\tx:=1\n\t\ty  =2 // c\n\n": "\n\tx := 1\n\ty = 2 // c\n\n" <nil>
// "  f ( a,b )": "\tf(a, b)" <nil>
// "var(a=1;bb=2)\n": "var (\n\ta  = 1\n\tbb = 2\n)\n" <nil>
// "// c\nfunc f(){}": "// c\nfunc f()  {}" <nil>
// "import (\"b\";\"a\")": "import (\n\t\"b\"\n\t\"a\"\n)" <nil>
// "": "" <nil>
// " \n": " \n" <nil>
// "x y": "" 1:24: expected ';', found y (and 1 more errors)
// "L:\nx++": "L:\nx++" <nil>
// -- mode 0
// 	package p
//
// 	// f does.
// 	func f(a int) {	// c
// 		if a == 1 /* d */ {
// 			return
// 		}
// 		longer := a	// e
// 	}
//
// 	var (
// 		x	= 1	// one
// 		yy	int	// two
// 	)
// -- mode 1
// 	package p
//
// 	// f does.
// 	func f(a int) {	// c
// 		if a == 1 /* d */ {
// 			return
// 		}
// 		longer := a	// e
// 	}
//
// 	var (
// 		x	= 1		// one
// 		yy	int		// two
// 	)
// -- mode 2
// 	package p
//
// 	// f does.
// 	func f(a int) {	// c
// 		if a == 1 /* d */ {
// 			return
// 		}
// 		longer := a	// e
// 	}
//
// 	var (
// 		x	= 1	// one
// 		yy	int	// two
// 	)
// -- mode 3
// 	package p
//
// 	// f does.
// 	func f(a int) {	// c
// 		if a == 1 /* d */ {
// 			return
// 		}
// 		longer := a	// e
// 	}
//
// 	var (
// 		x	= 1		// one
// 		yy	int		// two
// 	)
// -- mode 4
//     package p
//
//     // f does.
//     func f(a int) { // c
//         if a == 1 /* d */ {
//             return
//         }
//         longer := a // e
//     }
//
//     var (
//         x   = 1 // one
//         yy  int // two
//     )
// -- mode 5
// 	package p
//
// 	// f does.
// 	func f(a int) {	// c
// 		if a == 1 /* d */ {
// 			return
// 		}
// 		longer := a	// e
// 	}
//
// 	var (
// 		x	= 1		// one
// 		yy	int		// two
// 	)
// -- mode 6
// 	package p
//
// 	// f does.
// 	func f(a int) { // c
// 		if a == 1 /* d */ {
// 			return
// 		}
// 		longer := a // e
// 	}
//
// 	var (
// 		x  = 1 // one
// 		yy int // two
// 	)
// -- mode 7
// 	package p
//
// 	// f does.
// 	func f(a int) {	// c
// 		if a == 1 /* d */ {
// 			return
// 		}
// 		longer := a	// e
// 	}
//
// 	var (
// 		x	= 1		// one
// 		yy	int		// two
// 	)
// -- mode 8
// //line p.go:1
// 	package p
//
// 	// f does.
// 	func f(a int) {	// c
// 		if a == 1 /* d */ {
// 			return
// 		}
// 		longer := a	// e
// 	}
//
// 	var (
// 		x	= 1	// one
// 		yy	int	// two
// 	)
// -- mode 9
// //line p.go:1
// 	package p
//
// 	// f does.
// 	func f(a int) {	// c
// 		if a == 1 /* d */ {
// 			return
// 		}
// 		longer := a	// e
// 	}
//
// 	var (
// 		x	= 1		// one
// 		yy	int		// two
// 	)
// -- mode 10
// //line p.go:1
// 	package p
//
// 	// f does.
// 	func f(a int) {	// c
// 		if a == 1 /* d */ {
// 			return
// 		}
// 		longer := a	// e
// 	}
//
// 	var (
// 		x	= 1	// one
// 		yy	int	// two
// 	)
// -- mode 11
// //line p.go:1
// 	package p
//
// 	// f does.
// 	func f(a int) {	// c
// 		if a == 1 /* d */ {
// 			return
// 		}
// 		longer := a	// e
// 	}
//
// 	var (
// 		x	= 1		// one
// 		yy	int		// two
// 	)
// -- mode 12
// //line p.go:1
//  package p
//
//     // f does.
//     func f(a int) { // c
//         if a == 1 /* d */ {
//             return
//         }
//         longer := a // e
//     }
//
//     var (
//         x   = 1 // one
//         yy  int // two
//     )
// -- mode 13
// //line p.go:1
// 	package p
//
// 	// f does.
// 	func f(a int) {	// c
// 		if a == 1 /* d */ {
// 			return
// 		}
// 		longer := a	// e
// 	}
//
// 	var (
// 		x	= 1		// one
// 		yy	int		// two
// 	)
// -- mode 14
// //line p.go:1
//  package p
//
// 	// f does.
// 	func f(a int) { // c
// 		if a == 1 /* d */ {
// 			return
// 		}
// 		longer := a // e
// 	}
//
// 	var (
// 		x  = 1 // one
// 		yy int // two
// 	)
// -- mode 15
// //line p.go:1
// 	package p
//
// 	// f does.
// 	func f(a int) {	// c
// 		if a == 1 /* d */ {
// 			return
// 		}
// 		longer := a	// e
// 	}
//
// 	var (
// 		x	= 1		// one
// 		yy	int		// two
// 	)
// <nil> <nil> <nil>
// *ast.File "package p\n\n// f does.\nfunc f(a int) {\t// c\n\tif a == 1 /* d */ {\n\t\treturn\n\t}\n\tlonger := a\t// e\n}\n\nvar (\n\tx\t= 1\t// one\n\tyy\tint\t// two\n)\n" "package p\n\n// f does.\nfunc f(a int) {\t// c\n\tif a == 1 /* d */ {\n\t\treturn\n\t}\n\tlonger := a\t// e\n}\n\nvar (\n\tx\t= 1\t// one\n\tyy\tint\t// two\n)\n" "package p\n\n// f does.\nfunc f(a int) { // c\n\tif a == 1 /* d */ {\n\t\treturn\n\t}\n\tlonger := a // e\n}\n\nvar (\n\tx  = 1 // one\n\tyy int // two\n)\n"
// <nil> <nil> <nil>
// *ast.Ident "p" "p" "p"
// <nil> <nil> <nil>
// *ast.FuncDecl "// f does.\nfunc f(a int) {\n\tif a == 1 {\n\t\treturn\n\t}\n\tlonger := a\n}" "// f does.\nfunc f(a int) {\t// c\n\tif a == 1 /* d */ {\n\t\treturn\n\t}\n\tlonger := a\t// e\n}" "// f does.\nfunc f(a int) {\n\tif a == 1 {\n\t\treturn\n\t}\n\tlonger := a\n}"
// go/printer: unsupported node type *ast.CommentGroup go/printer: unsupported node type *ast.CommentGroup go/printer: unsupported node type *ast.CommentGroup
// *ast.CommentGroup "" "" ""
// go/printer: unsupported node type *ast.Comment go/printer: unsupported node type *ast.Comment go/printer: unsupported node type *ast.Comment
// *ast.Comment "" "" ""
// <nil> <nil> <nil>
// *ast.Ident "f" "f" "f"
// <nil> <nil> <nil>
// *ast.FuncType "func(a int)" "func(a int)" "func(a int)"
// go/printer: unsupported node type *ast.FieldList go/printer: unsupported node type *ast.FieldList go/printer: unsupported node type *ast.FieldList
// *ast.FieldList "" "" ""
// go/printer: unsupported node type *ast.Field go/printer: unsupported node type *ast.Field go/printer: unsupported node type *ast.Field
// *ast.Field "" "" ""
// <nil> <nil> <nil>
// *ast.Ident "a" "a" "a"
// <nil> <nil> <nil>
// *ast.Ident "int" "int" "int"
// <nil> <nil> <nil>
// *ast.BlockStmt "{\n\tif a == 1 {\n\t\treturn\n\t}\n\tlonger := a\n}" "{\t// c\n\tif a == 1 /* d */ {\n\t\treturn\n\t}\n\tlonger := a\t// e\n}" "{\n\tif a == 1 {\n\t\treturn\n\t}\n\tlonger := a\n}"
// <nil> <nil> <nil>
// *ast.IfStmt "if a == 1 {\n\treturn\n}" "if a == 1 /* d */ {\n\treturn\n}" "if a == 1 {\n\treturn\n}"
// <nil> <nil> <nil>
// *ast.BinaryExpr "a == 1" "a == 1" "a == 1"
// <nil> <nil> <nil>
// *ast.Ident "a" "a" "a"
// <nil> <nil> <nil>
// *ast.BasicLit "1" "1" "1"
// <nil> <nil> <nil>
// *ast.BlockStmt "{\n\treturn\n}" "{\n\treturn\n}" "{\n\treturn\n}"
// <nil> <nil> <nil>
// *ast.ReturnStmt "return" "return" "return"
// <nil> <nil> <nil>
// *ast.AssignStmt "longer := a" "longer := a" "longer := a"
// <nil> <nil> <nil>
// *ast.Ident "longer" "longer" "longer"
// <nil> <nil> <nil>
// *ast.Ident "a" "a" "a"
// <nil> <nil> <nil>
// *ast.GenDecl "var (\n\tx\t= 1\t// one\n\tyy\tint\t// two\n)" "var (\n\tx\t= 1\t// one\n\tyy\tint\t// two\n)" "var (\n\tx  = 1 // one\n\tyy int // two\n)"
// <nil> <nil> <nil>
// *ast.ValueSpec "x = 1\t// one\n" "x = 1\t// one\n" "x = 1 // one\n"
// <nil> <nil> <nil>
// *ast.Ident "x" "x" "x"
// <nil> <nil> <nil>
// *ast.BasicLit "1" "1" "1"
// go/printer: unsupported node type *ast.CommentGroup go/printer: unsupported node type *ast.CommentGroup go/printer: unsupported node type *ast.CommentGroup
// *ast.CommentGroup "" "" ""
// go/printer: unsupported node type *ast.Comment go/printer: unsupported node type *ast.Comment go/printer: unsupported node type *ast.Comment
// *ast.Comment "" "" ""
// <nil> <nil> <nil>
// *ast.ValueSpec "yy int\t// two\n" "yy int\t// two\n" "yy int // two\n"
// <nil> <nil> <nil>
// *ast.Ident "yy" "yy" "yy"
// <nil> <nil> <nil>
// *ast.Ident "int" "int" "int"
// go/printer: unsupported node type *ast.CommentGroup go/printer: unsupported node type *ast.CommentGroup go/printer: unsupported node type *ast.CommentGroup
// *ast.CommentGroup "" "" ""
// go/printer: unsupported node type *ast.Comment go/printer: unsupported node type *ast.Comment go/printer: unsupported node type *ast.Comment
// *ast.Comment "" "" ""
// // f does.
// func f(a int) {
// 	if a == 1 {
// 		return
// 	}
// 	longer := a
// }
//
// var (
// 	x	= 1	// one
// 	yy	int	// two
// )if a == 1 {
// 	return
// }
// longer := a
// error: go/printer: unsupported node type int
// error: go/printer: unsupported node type []ast.Decl
// func g(a, b int) {
// 	if a {
// 	} else {
// 		return
// 	}
// 	(a + +b) * c
// 	(func())(x, *y)
// 	type T struct {
// 		// contains filtered or unexported fields
// 	}
// L:
// }
// package p
//
// type S struct {
// 	A int // a
//
// }
//
// type I interface {
// 	M()
//
// }
//
// var V = S{A: 1, /* contains filtered or unexported fields */}
//
// var W = []S{{/* contains filtered or unexported fields */}}
// package p
//
// type S struct {
// 	A int // a
// 	// contains filtered or unexported fields
// }
//
// type I interface {
// 	M()
// 	// contains filtered or unexported methods
// }
//
// var V = S{A: 1, /* contains filtered or unexported fields */}
//
// var W = []S{{/* contains filtered or unexported fields */}}
