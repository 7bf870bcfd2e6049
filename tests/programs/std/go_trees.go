// Packages go/ast and go/parser: trees with positions and comments, errors, objects, filters, comment maps and imports.
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"hash/fnv"
	"strings"
)

// whole has each kind of declaration, statement, type and expression.
const whole = `// Package p is a test.
package p // p

import (
	"fmt"
	b "bytes" // named

	. "a"
	_ "c"
)

//go:generate x "y z" w

// T is generic.
type (
	T[P any, Q ~int | string] struct {
		A, b P // of P
		*Q ` + "`tag`" + `
		pkg.E[int]
	}
	U[P *C,] interface { M(x int) (y, z string); ~int | *T[P, int]; error }
	V = map[string]<-chan chan<- []func(a, b int, c ...any) error
	W [n * m][...]int
)

const (
	X, Y = iota, "s"
	Z, _
)

var f, g = func() int { return 1 }, [...]T[int, string]{0: {A: 1}, {b: 2}}

/* block */ func (t *T[P, _]) M(x int) (y, z string) {
	// in front
	for i := range 10 { continue }
	for k, v := range m { _, _ = k, v; break L }
	for i := 0; i < 3; i++ { goto L }
	for { select { case x := <-c: c <- x; case <-d: default: } }
L:
	switch y := x.(type) { case int, *T[P, P]: fallthrough; default: }
	switch a := 1; { case a > 1 && !b || ^a&^b<<2 == -1: }
	if x, ok := y[1:2:3]; ok { defer f(x...) } else if z { go func() {}() } else { return }
	x.y[z](struct{ int }{1}, []int(nil), (<-chan int)(nil), 'c', 1.5i)
	*p, q.r, t[1, 2] = 1, 2, 3 // behind
	x--; y += 1; ;
}

func lacksBody() // end
`

var wrong = []string{
	"", "package", "package p; import x; var y", "package p; func f(a int, b, []c) {}", "package p; func f(a ...int, b int) (c ...int)",
	"package p; func f() { if x := 1 { } }", "package p; func f() { for x {", "package p; func f() { x(a\nb }",
	"package p; func f() { go f; defer (g()) ; a, b; x := := }", "package p; type T[P *C] [a,]int; type I interface { m[T any]() }",
	"package p; var x = []int{1\n}", "package p; func f() { switch x := y {}; L: }", "package p\nfunc f()\n{\n}", "package p; func f() { a[1::], b[]; x. }",
	"package p; type S struct { (T); *(U); a b c }", "package p; x = 1\nconst a = 'ab'\n\"", "package p; var v = <-chan int(x); type t chan<- <-",
	"package p; func f() { if var x = 1; x {}; if ; {}; if {} }", "package p; import 'c'; var x int; import \"d\"", "\xef\xbb\xbf//go:build go1.20\n\npackage p",
	"package p; func f() { x := 1; x := 2; goto M; y = undeclared }; func f()",
}

func dump(fset *token.FileSet, x any) string {
	var b bytes.Buffer
	if err := ast.Fprint(&b, fset, x, ast.NotNilFilter); err != nil {
		return err.Error()
	}
	return b.String()
}

// sum is a text's hash and length.
func sum(s string) string {
	h := fnv.New64a()
	h.Write([]byte(s))
	return fmt.Sprintf("%x %d", h.Sum64(), len(s))
}

func errors(err error) {
	list, ok := err.(scanner.ErrorList)
	if !ok {
		fmt.Println(" ", err)
	}
	for _, e := range list {
		fmt.Println(" ", e)
	}
}

func parse(src string, mode parser.Mode) (*token.FileSet, *ast.File) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "f.go", src, mode)
	errors(err)
	return fset, f
}

func main() {
	fset, f := parse(whole, parser.ParseComments|parser.SkipObjectResolution)
	fmt.Println(sum(dump(fset, f)))
	fmt.Print(dump(fset, f.Decls[0]))
	for n := range ast.Preorder(f.Decls[3]) {
		fmt.Printf("%T %d-%d ", n, n.Pos(), n.End())
	}
	fmt.Println()
	for _, g := range f.Comments {
		fmt.Printf("%q ", g.Text())
		if d, ok := ast.ParseDirective(g.Pos(), g.List[0].Text); ok {
			args, err := d.ParseArgs()
			fmt.Print(d, args, err)
		}
	}
	cmap := ast.NewCommentMap(fset, f, f.Comments)
	for n := range ast.Preorder(f) {
		for _, g := range cmap[n] {
			fmt.Printf("\n%T: %q", n, g.List[0].Text)
		}
	}
	fmt.Println()
	ast.SortImports(fset, f)
	for _, i := range f.Imports {
		fmt.Print(i.Name, i.Path.Value, fset.Position(i.Pos()), " ")
	}
	fmt.Println(ast.FileExports(f), sum(dump(fset, f)))
	_, f = parse(whole, 0)
	for _, id := range f.Unresolved {
		fmt.Print(id.Name, " ")
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Obj != nil {
			fmt.Print(id.Name, id.Obj.Kind, id.Obj.Pos(), " ")
		}
		return true
	})
	fmt.Println(ast.FilterFile(f, func(s string) bool { return strings.ToUpper(s) == s }), len(f.Decls))
	for _, src := range wrong {
		fmt.Printf("%q\n", src)
		for _, mode := range []parser.Mode{parser.ParseComments | parser.SkipObjectResolution, parser.AllErrors | parser.DeclarationErrors} {
			fset, f := parse(src, mode)
			f.Scope = nil
			fmt.Println(sum(dump(fset, f)), f.GoVersion)
		}
	}
	for _, src := range []string{"a + b*c", "func() {}", "x; y", "[]int{1,", "a.(type)", ""} {
		x, err := parser.ParseExpr(src)
		errors(err)
		fmt.Println(sum(dump(nil, x)))
	}
}

// Output:
//   f.go:44:16: expected type, found 2
// 57bc29f2e4b4df69 71245
//      0  *ast.GenDecl {
//      1  .  TokPos: f.go:4:1
//      2  .  Tok: import
//      3  .  Lparen: f.go:4:8
//      4  .  Specs: []ast.Spec (len = 4) {
//      5  .  .  0: *ast.ImportSpec {
//      6  .  .  .  Path: *ast.BasicLit {
//      7  .  .  .  .  ValuePos: f.go:5:2
//      8  .  .  .  .  ValueEnd: f.go:5:7
//      9  .  .  .  .  Kind: STRING
//     10  .  .  .  .  Value: "\"fmt\""
//     11  .  .  .  }
//     12  .  .  .  EndPos: -
//     13  .  .  }
//     14  .  .  1: *ast.ImportSpec {
//     15  .  .  .  Name: *ast.Ident {
//     16  .  .  .  .  NamePos: f.go:6:2
//     17  .  .  .  .  Name: "b"
//     18  .  .  .  }
//     19  .  .  .  Path: *ast.BasicLit {
//     20  .  .  .  .  ValuePos: f.go:6:4
//     21  .  .  .  .  ValueEnd: f.go:6:11
//     22  .  .  .  .  Kind: STRING
//     23  .  .  .  .  Value: "\"bytes\""
//     24  .  .  .  }
//     25  .  .  .  Comment: *ast.CommentGroup {
//     26  .  .  .  .  List: []*ast.Comment (len = 1) {
//     27  .  .  .  .  .  0: *ast.Comment {
//     28  .  .  .  .  .  .  Slash: f.go:6:12
//     29  .  .  .  .  .  .  Text: "// named"
//     30  .  .  .  .  .  }
//     31  .  .  .  .  }
//     32  .  .  .  }
//     33  .  .  .  EndPos: -
//     34  .  .  }
//     35  .  .  2: *ast.ImportSpec {
//     36  .  .  .  Name: *ast.Ident {
//     37  .  .  .  .  NamePos: f.go:8:2
//     38  .  .  .  .  Name: "."
//     39  .  .  .  }
//     40  .  .  .  Path: *ast.BasicLit {
//     41  .  .  .  .  ValuePos: f.go:8:4
//     42  .  .  .  .  ValueEnd: f.go:8:7
//     43  .  .  .  .  Kind: STRING
//     44  .  .  .  .  Value: "\"a\""
//     45  .  .  .  }
//     46  .  .  .  EndPos: -
//     47  .  .  }
//     48  .  .  3: *ast.ImportSpec {
//     49  .  .  .  Name: *ast.Ident {
//     50  .  .  .  .  NamePos: f.go:9:2
//     51  .  .  .  .  Name: "_"
//     52  .  .  .  }
//     53  .  .  .  Path: *ast.BasicLit {
//     54  .  .  .  .  ValuePos: f.go:9:4
//     55  .  .  .  .  ValueEnd: f.go:9:7
//     56  .  .  .  .  Kind: STRING
//     57  .  .  .  .  Value: "\"c\""
//     58  .  .  .  }
//     59  .  .  .  EndPos: -
//     60  .  .  }
//     61  .  }
//     62  .  Rparen: f.go:10:1
//     63  }
// *ast.GenDecl 417-491 *ast.ValueSpec 421-491 *ast.Ident 421-422 *ast.Ident 424-425 *ast.FuncLit 428-451 *ast.FuncType 428-438 *ast.FieldList 432-434 *ast.FieldList 435-438 *ast.Field 435-438 *ast.Ident 435-438 *ast.BlockStmt 439-451 *ast.ReturnStmt 441-449 *ast.BasicLit 448-449 *ast.CompositeLit 453-491 *ast.ArrayType 453-472 *ast.Ellipsis 454-457 *ast.IndexListExpr 458-472 *ast.Ident 458-459 *ast.Ident 460-463 *ast.Ident 465-471 *ast.KeyValueExpr 473-482 *ast.BasicLit 473-474 *ast.CompositeLit 476-482 *ast.KeyValueExpr 477-481 *ast.Ident 477-478 *ast.BasicLit 480-481 *ast.CompositeLit 484-490 *ast.KeyValueExpr 485-489 *ast.Ident 485-486 *ast.BasicLit 488-489 
// "Package p is a test.\n" "p\n" "named\n" "" {go generate x "y z" w 95 109} [{x 109} {y z 111} {w 117}] <nil>"T is generic.\n" "of P\n" " block\n" "in front\n" "behind\n" "end\n" 
// *ast.File: "// Package p is a test."
// *ast.File: "// end"
// *ast.Ident: "// p"
// *ast.ImportSpec: "// named"
// *ast.GenDecl: "//go:generate x \"y z\" w"
// *ast.GenDecl: "// T is generic."
// *ast.Field: "// of P"
// *ast.FuncDecl: "/* block */"
// *ast.RangeStmt: "// in front"
// *ast.AssignStmt: "// behind"
// b"bytes"f.go:5:2 <nil>"fmt"f.go:6:2 ."a"f.go:8:2 _"c"f.go:9:2 true fef647cd249565cf 59706
//   f.go:44:16: expected type, found 2
// any int string pkg int C int string int int error string int any error n m int iota int int string int string m c c d int b b int int nil int nil p q Ttype 145 Ptype 147 Qtype 154 Avar 182 bvar 185 Ptype 147 Qtype 154 Utype 225 Ptype 227 Mfunc 246 xvar 248 yvar 256 zvar 259 Ttype 145 Ptype 227 Vtype 298 avar 334 bvar 337 cvar 344 Wtype 361 Xconst 391 Yconst 394 Zconst 409 _const 412 fvar 421 gvar 424 Ttype 145 tvar 511 Ttype 145 xvar 525 yvar 533 zvar 536 ivar 566 kvar 598 vvar 601 kvar 598 vvar 601 Llabel 736 ivar 644 ivar 644 ivar 644 Llabel 736 xvar 695 xvar 695 Llabel 736 yvar 747 xvar 525 Ttype 145 avar 815 avar 815 avar 815 xvar 867 okvar 870 yvar 533 okvar 870 fvar 421 xvar 867 zvar 536 xvar 525 zvar 536 tvar 511 xvar 525 yvar 533 lacksBodyfunc 1082 true 3
// ""
//   f.go:1:1: expected 'package', found 'EOF'
// 303a29da89733692 228 
//   f.go:1:1: expected ';', found 'EOF'
//   f.go:1:1: expected 'IDENT', found 'EOF'
//   f.go:1:1: expected 'package', found 'EOF'
//   f.go:1:1: invalid package name _
// 303a29da89733692 228 
// "package"
//   f.go:1:8: expected 'IDENT', found 'EOF'
// 5c6821599da1b7c1 228 
//   f.go:1:8: expected ';', found 'EOF'
//   f.go:1:8: expected 'IDENT', found 'EOF'
//   f.go:1:8: invalid package name _
// 5c6821599da1b7c1 228 
// "package p; import x; var y"
//   f.go:1:20: missing import path
// d80774a703e16ffc 1782 
//   f.go:1:20: missing import path
//   f.go:1:27: expected type, found newline
// 640bb07113e7f6b0 2035 
// "package p; func f(a int, b, []c) {}"
//   f.go:1:29: missing parameter name
// f770fd44edd144d2 2287 
//   f.go:1:29: missing parameter name
// bdbd8b5bdb0d8594 3303 
// "package p; func f(a ...int, b int) (c ...int)"
//   f.go:1:21: can only use ... with final parameter
// 6a2e2b4bf7ceec00 2579 
//   f.go:1:21: can only use ... with final parameter
//   f.go:1:39: invalid use of ...
// 89dfdb8b7325a6e7 3566 
// "package p; func f() { if x := 1 { } }"
//   f.go:1:26: expected boolean expression, found assignment (missing parentheses around composite literal?)
// e97157f162d16ff2 1361 
//   f.go:1:26: expected boolean expression, found assignment (missing parentheses around composite literal?)
// e460f9007c0548d2 1529 
// "package p; func f() { for x {"
//   f.go:1:30: expected '}', found 'EOF'
// e1f39e385b4f2295 1344 
//   f.go:1:30: expected ';', found 'EOF'
//   f.go:1:30: expected ';', found 'EOF'
//   f.go:1:30: expected '}', found 'EOF'
//   f.go:1:30: expected '}', found 'EOF'
// cfc8d662e9d2cf6d 1602 
// "package p; func f() { x(a\nb }"
//   f.go:1:26: missing ',' before newline in argument list
//   f.go:2:3: missing ',' in argument list
// 127a1b10e13fafc0 1990 
//   f.go:1:26: missing ',' before newline in argument list
//   f.go:2:3: missing ',' in argument list
//   f.go:2:4: expected ')', found 'EOF'
//   f.go:2:4: expected ';', found 'EOF'
//   f.go:2:4: expected ';', found 'EOF'
//   f.go:2:4: expected '}', found 'EOF'
//   f.go:2:4: expected operand, found newline
//   f.go:2:4: missing ',' in argument list
// 5d82359e13c8f878 2306 
// "package p; func f() { go f; defer (g()) ; a, b; x := := }"
//   f.go:1:27: expression in go must be function call
// 2b873877c34988ab 2431 
//   f.go:1:27: expression in go must be function call
//   f.go:1:35: expression in defer must not be parenthesized
//   f.go:1:43: expected 1 expression
//   f.go:1:54: expected operand, found ':='
//   f.go:1:58: expected ';', found 'EOF'
//   f.go:1:58: expected ';', found 'EOF'
//   f.go:1:58: expected '}', found 'EOF'
// a19a9de9966aa2dd 2946 
// "package p; type T[P *C] [a,]int; type I interface { m[T any]() }"
//   f.go:1:27: unexpected comma; expecting ]
// 34cbd2001a435fcc 3507 
//   f.go:1:27: unexpected comma; expecting ]
//   f.go:1:54: interface method must have no type parameters
// 5b975fc5a8933cd0 4356 
// "package p; var x = []int{1\n}"
//   f.go:1:27: missing ',' before newline in composite literal
// 98abc0471aff820b 1814 
//   f.go:1:27: missing ',' before newline in composite literal
// 139bc71170316cc5 2157 
// "package p; func f() { switch x := y {}; L: }"
//   f.go:1:30: expected switch expression, found assignment (missing parentheses around composite literal?)
// a33a0c7c60961ef7 1813 
//   f.go:1:30: expected switch expression, found assignment (missing parentheses around composite literal?)
// a7d92339a5035527 2196 
// "package p\nfunc f()\n{\n}"
//   f.go:3:1: unexpected semicolon or newline before {
// d3a5dbb3cb02f5e0 844 
//   f.go:3:1: unexpected semicolon or newline before {
// 90328b3a86d2af11 1012 
// "package p; func f() { a[1::], b[]; x. }"
//   f.go:1:26: middle index required in 3-index slice
// 769c1bb378cd4bc6 2471 
//   f.go:1:23: expected 1 expression
//   f.go:1:26: middle index required in 3-index slice
//   f.go:1:27: final index required in 3-index slice
//   f.go:1:33: expected operand, found ']'
//   f.go:1:39: expected selector or type assertion, found '}'
// 4ec3ea52a2a9b6aa 2758 
// "package p; type S struct { (T); *(U); a b c }"
//   f.go:1:28: cannot parenthesize embedded type
// b79afde96816141d 2496 
//   f.go:1:28: cannot parenthesize embedded type
//   f.go:1:34: cannot parenthesize embedded type
//   f.go:1:43: expected ';', found c
//   f.go:1:46: expected ';', found 'EOF'
//   f.go:1:46: expected '}', found 'EOF'
// 7aadafe61381584f 3116 
// "package p; x = 1\nconst a = 'ab'\n\""
//   f.go:1:12: expected declaration, found x
//   f.go:2:11: illegal rune literal
//   f.go:3:1: string literal not terminated
// 3bb61dd3e2b3dab4 1379 
//   f.go:1:12: expected declaration, found x
//   f.go:2:11: illegal rune literal
//   f.go:3:1: expected declaration, found "
//   f.go:3:1: string literal not terminated
// d77f6b2c1cf6148d 1634 
// "package p; var v = <-chan int(x); type t chan<- <-"
//   f.go:1:51: expected 'chan', found 'EOF'
// 174b72c8353b21f9 3038 
//   f.go:1:51: expected ';', found 'EOF'
//   f.go:1:51: expected 'chan', found 'EOF'
//   f.go:1:51: expected type, found 'EOF'
// 25cb39fe120d48a8 3609 
// "package p; func f() { if var x = 1; x {}; if ; {}; if {} }"
//   f.go:1:30: var declaration not allowed in if initializer
// 830df7225579e72c 3040 
//   f.go:1:30: var declaration not allowed in if initializer
//   f.go:1:46: missing condition in if statement
//   f.go:1:55: missing condition in if statement
// f77d72db8b2570e7 3327 
// "package p; import 'c'; var x int; import \"d\""
//   f.go:1:19: import path must be a string
// f5047af59a586f21 2232 
//   f.go:1:19: import path must be a string
//   f.go:1:35: imports must appear before other declarations
// f9ababc87f4156f1 2575 
// "\ufeff//go:build go1.20\n\npackage p"
//   <nil>
// 7c42a486cab57c60 586 go1.20
//   <nil>
// 9acd186c9ecc9a5 250 go1.20
// "package p; func f() { x := 1; x := 2; goto M; y = undeclared }; func f()"
//   <nil>
// 960e261de19ee3f5 3803 
//   f.go:1:31: no new variables on left side of :=
//   f.go:1:44: label M undefined
//   f.go:1:70: f redeclared in this block
// 	previous declaration at f.go:1:17
// cbfd7c3e5b6f5b05 4536 
//   <nil>
// a5dc00ec4815809c 452
//   <nil>
// 4b72e14a1cdc32cc 307
//   1:2: expected 'EOF', found ';'
// a648eba58bc4a400 74
//   1:9: expected '}', found 'EOF'
// 9d879f6c1488c0c2 500
//   <nil>
// b0d78e59ec63d6ed 171
//   1:1: expected operand, found 'EOF'
// 2675c5c27d4283c2 69
