// Package go/doc: what belongs to a type, what is not exported, embedded methods, notes, examples and their programs, filters, synopses
// and old forms of comments.
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"slices"
)

const first = `// Package p has things. It is short; see [T] and [json.Marshal].
//
// BUG(someone): it
// does nothing.
package p

import (
	_ "embed"
	str "strings"
	"example.com/go-thing/v2"
	"example.com/other.v3"
)

// Kinds of things.
const (
	A Kind = iota // the first
	b
	C
)

const (
	x, Y = 1, 2
	z    = 3
)

const Single = "x"

// Kind is a kind.
type Kind int

// T is a type.
type T struct {
	// Field is one.
	Field int
	other, Another string
	inner
	*Outer
	thing.Thing
	f struct{ a int }
	F struct{ A, b int }
}

type inner struct{ deep }

func (inner) M()    {}
func (*inner) N()   {}
func (i *inner) Both() {}

type deep struct{}

func (deep) Deep() {}
func (deep) M()    {}

// Outer is exported.
type Outer struct{}

// O is a method of Outer.
func (*Outer) O() {}
func (Outer) Both() {}

// I has methods.
type I interface {
	// One is one.
	One()
	two()
	error
	fmt.Stringer
	hidden
}

type hidden interface{ three() }

type (
	// G is generic.
	G[K comparable, V any] struct{ key K }
	Union interface{ ~int | ~string }
	small int
)

// Get gets.
func (g *G[K, V]) Get(k K) V { return *new(V) }

// NewT makes one.
func NewT() *T { return nil }

// NewTs makes many.
func NewTs() ([]T, error) { return nil, nil }

// TwoResults makes two.
func TwoResults() (T, Outer) { return T{}, Outer{} }

func Generic[T any](t T) T { return t }

func unexported() T { return T{} }

// Default is the default one.
var Default = &T{}

var Kinds, more = Kind(1), T{Field: 1, other: "x", F: nil}

var Lit = T{Field: 1, other: "x"}

// TODO(me): write it
// TODO(you) nothing
/* NOTE(a,b): in a
   block */
func F(a struct{ B, c int }) {}
`

const tests = `package p_test

import (
	"fmt"
	"os"

	"path/p"
	_ "embed" // blank

	other "sort"
)

type local struct{ n int }

func (l local) String() string { return fmt.Sprint(l.n) }

const (
	c0 = iota
	c1
	c2
)

var v1, v2 = 1, 2
var u1, u2 int

// Example is of the package.
func Example() {
	fmt.Println("hello")
	// Output: hello
}

func ExampleT() {
	// A comment.
	fmt.Println(local{c1}, p.T{})
	// Unordered output:
	// a
	// b
}

func ExampleT_suffix() { fmt.Fprintln(os.Stdout, v1, u1) }

func ExampleT_Both() { other.Ints(nil) }

func ExampleG_Get_suffix() { p.NewT(); undefined() }

func ExampleNewT() {
	fmt.Println()
	// Output:
}

func ExampleUnknown() {}

func Examplesmall() {}

func ExampleF(x int) {}
`

const whole = `// Copyright notice.

package p_test

import "path/p"

type helper struct{}

func ExampleKind() {
	p.F(helper{})
	// output: x
}
`

func show(fset *token.FileSet, node any) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, fset, node); err != nil {
		return err.Error()
	}
	return b.String()
}

func values(fset *token.FileSet, list []*doc.Value) {
	for _, v := range list {
		fmt.Printf("  value %q %q\n%s\n", v.Names, v.Doc, show(fset, v.Decl))
	}
}

func funcs(fset *token.FileSet, list []*doc.Func) {
	for _, f := range list {
		fmt.Printf("  func %s %q %q %q %d\n%s\n", f.Name, f.Doc, f.Recv, f.Orig, f.Level, show(fset, f.Decl))
		examples(fset, f.Examples)
	}
}

func examples(fset *token.FileSet, list []*doc.Example) {
	for _, e := range list {
		fmt.Printf("  example %q %q %q %q %v %v %d %T\n", e.Name, e.Suffix, e.Doc, e.Output, e.Unordered, e.EmptyOutput, e.Order, e.Code)
		if e.Play != nil {
			var b bytes.Buffer
			fmt.Println(format.Node(&b, fset, e.Play))
			fmt.Println(b.String())
		}
	}
}

func documentation(mode doc.Mode, filter doc.Filter) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, text := range [][2]string{{"first.go", first}, {"first_test.go", tests}, {"whole_test.go", whole}} {
		f, err := parser.ParseFile(fset, text[0], text[1], parser.ParseComments)
		if err != nil {
			panic(err)
		}
		files = append(files, f)
	}
	p, err := doc.NewFromFiles(fset, files, "path/p", mode)
	if err != nil {
		panic(err)
	}
	if filter != nil {
		p.Filter(filter)
	}
	fmt.Printf("%s %q %q %q %q %q %q\n", p.Name, p.Doc, p.ImportPath, p.Imports, p.Filenames, p.Bugs, p.Synopsis(p.Doc))
	for _, marker := range slices.Sorted(maps.Keys(p.Notes)) {
		for _, n := range p.Notes[marker] {
			fmt.Printf("%s %q %q %v %v\n", marker, n.UID, n.Body, fset.Position(n.Pos), fset.Position(n.End))
		}
	}
	examples(fset, p.Examples)
	values(fset, p.Consts)
	values(fset, p.Vars)
	funcs(fset, p.Funcs)
	for _, t := range p.Types {
		fmt.Printf("type %s %q\n%s\n", t.Name, t.Doc, show(fset, t.Decl))
		examples(fset, t.Examples)
		values(fset, t.Consts)
		values(fset, t.Vars)
		funcs(fset, t.Funcs)
		funcs(fset, t.Methods)
	}
	const text = "[T] [T.Field] [G.Get] [thing.X] [other.Y] [str.Z] [json.Marshal] [Nope] [p.T].\n"
	fmt.Printf("%s%s%s\n", p.HTML(text), p.Markdown(text), p.Text(text))
}

func old() {
	for _, s := range []string{"", "A. b", "Ab. C", "a b c.", "a.\nb", "U.S. law. X", "copyright x", "All rights", "Authors z.", "x\n\ny", "\tcode\n", "a。b", "# h\n\ntext. more", "x.\ty", "ABC. d"} {
		fmt.Printf("%q %q\n", s, doc.Synopsis(s))
	}
	for _, s := range []string{"any", "int", "clear", "max", "nil", "_", "Pointer"} {
		fmt.Print(doc.IsPredeclared(s), " ")
	}
	var b bytes.Buffer
	doc.ToText(&b, "x [T] y\n\n\tcode\n\nlong "+string(bytes.Repeat([]byte("word "), 20)), "> ", "| ", 30)
	doc.ToHTML(&b, "a T and U http://x.y ``q''\n\n\tpre\n", map[string]string{"T": "http://t", "U": ""})
	fmt.Println(b.String())
	fset := token.NewFileSet()
	f, _ := parser.ParseFile(fset, "a.txt", "package p", 0)
	try := func(fset *token.FileSet, opts ...any) {
		defer func() {
			if r := recover(); r != nil {
				fmt.Println(r)
			}
		}()
		fmt.Println(doc.NewFromFiles(fset, []*ast.File{f}, "p", opts...))
	}
	try(fset)
	try(token.NewFileSet())
	try(nil)
	try(fset, 1)
	try(fset, doc.AllDecls, doc.AllMethods)
}

func main() {
	documentation(0, nil)
	documentation(doc.AllDecls|doc.AllMethods, nil)
	documentation(doc.PreserveAST, func(name string) bool { return name == "Field" || name == "One" || name == "C" || name == "Get" })
	old()
}

// Output:
// p "Package p has things. It is short; see [T] and [json.Marshal].\n\nBUG(someone): it\ndoes nothing.\n" "path/p" ["embed" "example.com/go-thing/v2" "example.com/other.v3" "strings"] ["first.go"] ["it\ndoes nothing.\n"] "Package p has things."
// BUG "someone" "it\ndoes nothing.\n" first.go:3:1 first.go:4:17
// NOTE "a,b" "in a\n block\n" first.go:105:1 first.go:106:12
// TODO "me" "write it\n" first.go:103:1 first.go:103:22
// TODO "you" "nothing\n" first.go:104:1 first.go:104:21
//   example "" "" "Example is of the package.\n" "hello\n" false false 0 *ast.BlockStmt
// <nil>
// package main
//
// import (
// 	"fmt"
//
// 	_ "embed"
// )
//
// func main() {
// 	fmt.Println("hello")
// }
//
//   value ["Single"] ""
// const Single = "x"
//   value ["_" "Y"] ""
// const (
// 	_, Y = 1, 2
// )
//   value ["Default"] "Default is the default one.\n"
// var Default = &T{}
//   value ["Kinds" "_"] ""
// var Kinds, _ = Kind(1), T{Field: 1, F: nil, /* contains filtered or unexported fields */}
//   value ["Lit"] ""
// var Lit = T{Field: 1, /* contains filtered or unexported fields */}
//   func F "TODO(me): write it\nTODO(you) nothing\n NOTE(a,b): in a\n   block\n" "" "" 0
// func F(a struct{ B, c int })
//   func Generic "" "" "" 0
// func Generic[T any](t T) T
//   func TwoResults "TwoResults makes two.\n" "" "" 0
// func TwoResults() (T, Outer)
// type G "G is generic.\n"
// type G[K comparable, V any] struct {
// 	// contains filtered or unexported fields
// }
//   func Get "Get gets.\n" "*G[K, V]" "*G[K, V]" 0
// func (g *G[K, V]) Get(k K) V
//   example "G_Get_suffix" "suffix" "" "" false false 4 *ast.BlockStmt
// type I "I has methods.\n"
// type I interface {
// 	// One is one.
// 	One()
//
// 	error
// 	fmt.Stringer
// 	// contains filtered or unexported methods
// }
// type Kind "Kind is a kind.\n"
// type Kind int
//   example "Kind" "" "" "x\n" false false 0 *ast.File
// <nil>
// package main
//
// import "path/p"
//
// type helper struct{}
//
// func main() {
// 	p.F(helper{})
// }
//
//   value ["A" "C"] "Kinds of things.\n"
// const (
// 	A	Kind	= iota	// the first
//
// 	C
// )
// type Outer "Outer is exported.\n"
// type Outer struct{}
//   func Both "" "Outer" "Outer" 0
// func (Outer) Both()
//   func O "O is a method of Outer.\n" "*Outer" "*Outer" 0
// func (*Outer) O()
// type T "T is a type.\n"
// type T struct {
// 	// Field is one.
// 	Field	int
// 	Another	string
//
// 	*Outer
// 	thing.Thing
//
// 	F	struct {
// 		A int
// 		// contains filtered or unexported fields
// 	}
// 	// contains filtered or unexported fields
// }
//   example "T" "" "" "a\nb\n" true false 1 *ast.BlockStmt
// <nil>
// package main
//
// import (
// 	"fmt"
//
// 	_ "embed"
// 	"path/p"
// )
//
// type local struct{ n int }
//
// func (l local) String() string { return fmt.Sprint(l.n) }
//
// const (
// 	c0 = iota
// 	c1
// 	c2
// )
//
// func main() {
// 	// A comment.
// 	fmt.Println(local{c1}, p.T{})
// }
//
//   example "T_suffix" "suffix" "" "" false false 2 *ast.BlockStmt
// <nil>
// package main
//
// import (
// 	"fmt"
// 	"os"
//
// 	_ "embed"
// )
//
// // blank
//
// var v1 = 1
// var u1 int
//
// func main() { fmt.Fprintln(os.Stdout, v1, u1) }
//
//   func NewT "NewT makes one.\n" "" "" 0
// func NewT() *T
//   example "NewT" "" "" "" false true 5 *ast.BlockStmt
// <nil>
// package main
//
// import (
// 	"fmt"
//
// 	_ "embed"
// )
//
// func main() {
// 	fmt.Println()
// }
//
//   func NewTs "NewTs makes many.\n" "" "" 0
// func NewTs() ([]T, error)
//   func M "" "T" "inner" 1
// func (T) M()
//   func N "" "*T" "*inner" 1
// func (*T) N()
// type Union ""
// type Union interface{ ~int | ~string }
// <p><a href="#T">T</a> <a href="#T.Field">T.Field</a> <a href="#G.Get">G.Get</a> <a href="/example.com/go-thing/v2#X">thing.X</a> <a href="/example.com/other.v3#Y">other.Y</a> <a href="/strings#Z">str.Z</a> [json.Marshal] [Nope] <a href="#T">p.T</a>.
// [T](#T) [T.Field](#T.Field) [G.Get](#G.Get) [thing.X](/example.com/go-thing/v2#X) [other.Y](/example.com/other.v3#Y) [str.Z](/strings#Z) \[json.Marshal] \[Nope] [p.T](#T).
// T T.Field G.Get thing.X other.Y str.Z [json.Marshal] [Nope] p.T.
//
// p "Package p has things. It is short; see [T] and [json.Marshal].\n\nBUG(someone): it\ndoes nothing.\n" "path/p" ["embed" "example.com/go-thing/v2" "example.com/other.v3" "strings"] ["first.go"] ["it\ndoes nothing.\n"] "Package p has things."
// BUG "someone" "it\ndoes nothing.\n" first.go:3:1 first.go:4:17
// NOTE "a,b" "in a\n block\n" first.go:105:1 first.go:106:12
// TODO "me" "write it\n" first.go:103:1 first.go:103:22
// TODO "you" "nothing\n" first.go:104:1 first.go:104:21
//   example "" "" "Example is of the package.\n" "hello\n" false false 0 *ast.BlockStmt
// <nil>
// package main
//
// import (
// 	"fmt"
//
// 	_ "embed"
// )
//
// func main() {
// 	fmt.Println("hello")
// }
//
//   value ["x" "Y" "z"] ""
// const (
// 	x, Y	= 1, 2
// 	z	= 3
// )
//   value ["Single"] ""
// const Single = "x"
//   value ["Default"] "Default is the default one.\n"
// var Default = &T{}
//   value ["Kinds" "more"] ""
// var Kinds, more = Kind(1), T{Field: 1, other: "x", F: nil}
//   value ["Lit"] ""
// var Lit = T{Field: 1, other: "x"}
//   func F "TODO(me): write it\nTODO(you) nothing\n NOTE(a,b): in a\n   block\n" "" "" 0
// func F(a struct{ B, c int })
//   func Generic "" "" "" 0
// func Generic[T any](t T) T
//   func NewTs "NewTs makes many.\n" "" "" 0
// func NewTs() ([]T, error)
//   func TwoResults "TwoResults makes two.\n" "" "" 0
// func TwoResults() (T, Outer)
// type G "G is generic.\n"
// type G[K comparable, V any] struct{ key K }
//   func Get "Get gets.\n" "*G[K, V]" "*G[K, V]" 0
// func (g *G[K, V]) Get(k K) V
//   example "G_Get_suffix" "suffix" "" "" false false 4 *ast.BlockStmt
// type I "I has methods.\n"
// type I interface {
// 	// One is one.
// 	One()
// 	two()
// 	error
// 	fmt.Stringer
// 	hidden
// }
// type Kind "Kind is a kind.\n"
// type Kind int
//   example "Kind" "" "" "x\n" false false 0 *ast.File
// <nil>
// package main
//
// import "path/p"
//
// type helper struct{}
//
// func main() {
// 	p.F(helper{})
// }
//
//   value ["A" "b" "C"] "Kinds of things.\n"
// const (
// 	A	Kind	= iota	// the first
// 	b
// 	C
// )
// type Outer "Outer is exported.\n"
// type Outer struct{}
//   func Both "" "Outer" "Outer" 0
// func (Outer) Both()
//   func O "O is a method of Outer.\n" "*Outer" "*Outer" 0
// func (*Outer) O()
// type T "T is a type.\n"
// type T struct {
// 	// Field is one.
// 	Field		int
// 	other, Another	string
// 	inner
// 	*Outer
// 	thing.Thing
// 	f	struct{ a int }
// 	F	struct{ A, b int }
// }
//   example "T" "" "" "a\nb\n" true false 1 *ast.BlockStmt
// <nil>
// package main
//
// import (
// 	"fmt"
//
// 	_ "embed"
// 	"path/p"
// )
//
// type local struct{ n int }
//
// func (l local) String() string { return fmt.Sprint(l.n) }
//
// const (
// 	c0 = iota
// 	c1
// 	c2
// )
//
// func main() {
// 	// A comment.
// 	fmt.Println(local{c1}, p.T{})
// }
//
//   example "T_suffix" "suffix" "" "" false false 2 *ast.BlockStmt
// <nil>
// package main
//
// import (
// 	"fmt"
// 	"os"
//
// 	_ "embed"
// )
//
// // blank
//
// var v1 = 1
// var u1 int
//
// func main() { fmt.Fprintln(os.Stdout, v1, u1) }
//
//   func NewT "NewT makes one.\n" "" "" 0
// func NewT() *T
//   example "NewT" "" "" "" false true 5 *ast.BlockStmt
// <nil>
// package main
//
// import (
// 	"fmt"
//
// 	_ "embed"
// )
//
// func main() {
// 	fmt.Println()
// }
//
//   func unexported "" "" "" 0
// func unexported() T
//   func Deep "" "T" "deep" 2
// func (T) Deep()
//   func M "" "T" "inner" 1
// func (T) M()
//   func N "" "*T" "*inner" 1
// func (*T) N()
//   func O "O is a method of Outer.\n" "T" "*Outer" 1
// func (T) O()
// type Union ""
// type Union interface{ ~int | ~string }
// type deep ""
// type deep struct{}
//   func Deep "" "deep" "deep" 0
// func (deep) Deep()
//   func M "" "deep" "deep" 0
// func (deep) M()
// type hidden ""
// type hidden interface{ three() }
// type inner ""
// type inner struct{ deep }
//   func Both "" "*inner" "*inner" 0
// func (i *inner) Both()
//   func Deep "" "inner" "deep" 1
// func (inner) Deep()
//   func M "" "inner" "inner" 0
// func (inner) M()
//   func N "" "*inner" "*inner" 0
// func (*inner) N()
// type small ""
// type small int
// <p><a href="#T">T</a> <a href="#T.Field">T.Field</a> <a href="#G.Get">G.Get</a> <a href="/example.com/go-thing/v2#X">thing.X</a> <a href="/example.com/other.v3#Y">other.Y</a> <a href="/strings#Z">str.Z</a> [json.Marshal] [Nope] <a href="#T">p.T</a>.
// [T](#T) [T.Field](#T.Field) [G.Get](#G.Get) [thing.X](/example.com/go-thing/v2#X) [other.Y](/example.com/other.v3#Y) [str.Z](/strings#Z) \[json.Marshal] \[Nope] [p.T](#T).
// T T.Field G.Get thing.X other.Y str.Z [json.Marshal] [Nope] p.T.
//
// p "" "path/p" ["embed" "example.com/go-thing/v2" "example.com/other.v3" "strings"] ["first.go"] ["it\ndoes nothing.\n"] ""
// BUG "someone" "it\ndoes nothing.\n" first.go:3:1 first.go:4:17
// NOTE "a,b" "in a\n block\n" first.go:105:1 first.go:106:12
// TODO "me" "write it\n" first.go:103:1 first.go:103:22
// TODO "you" "nothing\n" first.go:104:1 first.go:104:21
//   example "" "" "Example is of the package.\n" "hello\n" false false 0 *ast.BlockStmt
// <nil>
// package main
//
// import (
// 	"fmt"
//
// 	_ "embed"
// )
//
// func main() {
// 	fmt.Println("hello")
// }
//
// type G "G is generic.\n"
// type// G is generic.
// G[K comparable, V any] struct {
// 	// contains filtered or unexported fields
// }
//   func Get "Get gets.\n" "*G[K, V]" "*G[K, V]" 0
// // Get gets.
// func (g *G[K, V]) Get(k K) V	{ return *new(V) }
//   example "G_Get_suffix" "suffix" "" "" false false 4 *ast.BlockStmt
// type I "I has methods.\n"
// // I has methods.
// type I interface {
// 	// One is one.
// 	One()
//
// 	error
// 	fmt.Stringer
// 	// contains filtered or unexported methods
// }
// type Kind "Kind is a kind.\n"
// // Kind is a kind.
// type Kind int
//   example "Kind" "" "" "x\n" false false 0 *ast.File
// <nil>
// package main
//
// import "path/p"
//
// type helper struct{}
//
// func main() {
// 	p.F(helper{})
// }
//
//   value ["A" "C"] "Kinds of things.\n"
// // Kinds of things.
// const (
// 	A	Kind	= iota	// the first
//
// 	C
// )
// type T "T is a type.\n"
// // T is a type.
// type T struct {
// 	// Field is one.
// 	Field	int
// 	Another	string
//
// 	*Outer
// 	thing.Thing
//
// 	F	struct {
// 		A int
// 		// contains filtered or unexported fields
// 	}
// 	// contains filtered or unexported fields
// }
//   example "T" "" "" "a\nb\n" true false 1 *ast.BlockStmt
// <nil>
// package main
//
// import (
// 	"fmt"
//
// 	_ "embed"
// 	"path/p"
// )
//
// type local struct{ n int }
//
// func (l local) String() string { return fmt.Sprint(l.n) }
//
// const (
// 	c0 = iota
// 	c1
// 	c2
// )
//
// func main() {
// 	// A comment.
// 	fmt.Println(local{c1}, p.T{})
// }
//
//   example "T_suffix" "suffix" "" "" false false 2 *ast.BlockStmt
// <nil>
// package main
//
// import (
// 	"fmt"
// 	"os"
//
// 	_ "embed"
// )
//
// // blank
//
// var v1 = 1
// var u1 int
//
// func main() { fmt.Fprintln(os.Stdout, v1, u1) }
//
//   func NewT "NewT makes one.\n" "" "" 0
// // NewT makes one.
// func NewT() *T	{ return nil }
//   example "NewT" "" "" "" false true 5 *ast.BlockStmt
// <nil>
// package main
//
// import (
// 	"fmt"
//
// 	_ "embed"
// )
//
// func main() {
// 	fmt.Println()
// }
//
//   func NewTs "NewTs makes many.\n" "" "" 0
// // NewTs makes many.
// func NewTs() ([]T, error)	{ return nil, nil }
//   func M "" "T" "inner" 1
// func (T) M()	{}
//   func N "" "*T" "*inner" 1
// func (*T) N()	{}
// <p><a href="#T">T</a> <a href="#T.Field">T.Field</a> <a href="#G.Get">G.Get</a> <a href="/example.com/go-thing/v2#X">thing.X</a> <a href="/example.com/other.v3#Y">other.Y</a> <a href="/strings#Z">str.Z</a> [json.Marshal] [Nope] <a href="#T">p.T</a>.
// [T](#T) [T.Field](#T.Field) [G.Get](#G.Get) [thing.X](/example.com/go-thing/v2#X) [other.Y](/example.com/other.v3#Y) [str.Z](/strings#Z) \[json.Marshal] \[Nope] [p.T](#T).
// T T.Field G.Get thing.X other.Y str.Z [json.Marshal] [Nope] p.T.
//
// "" ""
// "A. b" "A. b"
// "Ab. C" "Ab."
// "a b c." "a b c."
// "a.\nb" "a."
// "U.S. law. X" "U.S. law."
// "copyright x" ""
// "All rights" ""
// "Authors z." ""
// "x\n\ny" "x"
// "\tcode\n" "code"
// "a。b" "a。"
// "# h\n\ntext. more" ""
// "x.\ty" "x."
// "ABC. d" "ABC."
// true true true true true false false > x [T] y
// >
// | code
// >
// > long word word word word word
// > word word word word word word
// > word word word word word word
// > word word word
// <p>a <a href="http://t"><i>T</i></a> and <i>U</i> <a href="http://x.y">http://x.y</a> “q”
// <pre>pre
// </pre>
//
// <nil> file files[0] filename "a.txt" does not have a .go extension
// <nil> file files[0] is not found in the provided file set
// doc.NewFromFiles: no token.FileSet provided (fset == nil)
// doc.NewFromFiles: option argument type must be doc.Mode
// doc.NewFromFiles: there must not be more than 1 option argument
