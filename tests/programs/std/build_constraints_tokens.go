// Packages go/build/constraint and go/token: expressions, their lines of // +build, versions; tokens, positions, names.
package main

import (
	"fmt"
	"go/build/constraint"
	"go/token"
)

func main() {
	for _, s := range []string{"//go:build a", "//go:build a && b", "//go:build a||b&&!c", "//go:build (a||b)&&c", "//go:build !(a&&b)", "//go:build !!a", "//go:build", "//go:build ", "//go:build a b", "//go:build a &&", "//go:build (a", "//go:build a)", "//go:build a & b", "//go:build a | b", "//go:build a-b", "//go:build a.b", "//go:build a/b", "//go:build é", "//go:build a,b", "//go:buildx", " //go:build a", "//go:build a \n", "//go:build\ta", "// +build a", "// +build a,b c", "// +build !a,b !c", "// +build", "// +build ", "//+build a", "// +build !!a", "// +build a,,b", "// +build !", "// +build a b\tc", "// +buildx", "// +build a-b", "/* +build a */", "// go:build a", "//go:build a == b", "//go:build \"a\"", "//go:build a //x", "//go:build &&", "//go:build !", "//go:build 1", "//go:build ()", "// +build ,a", "  // +build a"} {
		x, e := constraint.Parse(s)
		fmt.Printf("%q %v %v|%v|%v", s, x, e, constraint.IsGoBuild(s), constraint.IsPlusBuild(s))
		if se, ok := e.(*constraint.SyntaxError); ok {
			fmt.Printf(" %d %q", se.Offset, se.Err)
		} else if e != nil {
			fmt.Printf(" %T", e)
		}
		if e == nil {
			l, e := constraint.PlusBuildLines(x)
			fmt.Printf(" %q %v %q %T", l, e, constraint.GoVersion(x), x)
		}
		fmt.Println()
	}
	for _, s := range []string{"go1.20", "go1.20 && a", "go1.20 || go1.21", "go1.21 && go1.20", "!go1.20", "a || go1.20", "go1", "go1.x", "go2.1", "go1.20 && !go1.22", "(go1.18 || a) && go1.17", "go1.20.1", "go1.9 && go1.10", "go1.20rc1"} {
		x, _ := constraint.Parse("//go:build " + s)
		fmt.Println(s, constraint.GoVersion(x))
	}
	for _, s := range []string{"a && b && (c || d)", "(a && b) || (c && d)", "!(a || b)", "!(a && b || c)", "a || (b && (c || d))", "(a||b)&&(c||d)&&(e||!f)", "!(!a && !(b || c))", "a && (b && c || d && (e || f))"} {
		x, _ := constraint.Parse("//go:build " + s)
		l, e := constraint.PlusBuildLines(x)
		fmt.Printf("%v %q %v %v\n", x, l, e, x.Eval(func(t string) bool { return t < "c" }))
	}
	for t := token.Token(-1); t < 95; t++ {
		fmt.Printf("%d %q %v%v%v %d\n", int(t), t.String(), t.IsKeyword(), t.IsLiteral(), t.IsOperator(), t.Precedence())
	}
	var p token.Position
	fmt.Println(p, token.Position{Filename: "f"}, token.Position{Filename: "f", Line: 1}, token.Position{Line: 2, Column: 3}, token.Position{"f", 1, 2, 3})
	fmt.Println(token.Lookup("for"), token.Lookup("x"), token.IsKeyword("go"), token.IsIdentifier("go"), token.IsIdentifier("é1"), token.IsIdentifier(""), token.IsIdentifier("1a"), token.IsExported("É"), token.IsExported(""), token.NoPos.IsValid())
	fmt.Println(token.LowestPrec, token.UnaryPrec, token.HighestPrec)
}

// Output:
// "//go:build a" a <nil>|true|false ["// +build a"] <nil> "" *constraint.TagExpr
// "//go:build a && b" a && b <nil>|true|false ["// +build a,b"] <nil> "" *constraint.AndExpr
// "//go:build a||b&&!c" a || (b && !c) <nil>|true|false ["// +build a b,!c"] <nil> "" *constraint.OrExpr
// "//go:build (a||b)&&c" (a || b) && c <nil>|true|false ["// +build a b" "// +build c"] <nil> "" *constraint.AndExpr
// "//go:build !(a&&b)" !(a && b) <nil>|true|false ["// +build !a !b"] <nil> "" *constraint.NotExpr
// "//go:build !!a" <nil> double negation not allowed|true|false 1 "double negation not allowed"
// "//go:build" <nil> unexpected end of expression|true|false 0 "unexpected end of expression"
// "//go:build " <nil> unexpected end of expression|true|false 0 "unexpected end of expression"
// "//go:build a b" a unexpected token b|true|false 2 "unexpected token b"
// "//go:build a &&" <nil> unexpected end of expression|true|false 4 "unexpected end of expression"
// "//go:build (a" <nil> missing close paren|true|false 0 "missing close paren"
// "//go:build a)" a unexpected token )|true|false 1 "unexpected token )"
// "//go:build a & b" <nil> invalid syntax at &|true|false 2 "invalid syntax at &"
// "//go:build a | b" <nil> invalid syntax at ||true|false 2 "invalid syntax at |"
// "//go:build a-b" <nil> invalid syntax at -|true|false 1 "invalid syntax at -"
// "//go:build a.b" a.b <nil>|true|false ["// +build a.b"] <nil> "" *constraint.TagExpr
// "//go:build a/b" <nil> invalid syntax at /|true|false 1 "invalid syntax at /"
// "//go:build é" é <nil>|true|false ["// +build é"] <nil> "" *constraint.TagExpr
// "//go:build a,b" <nil> invalid syntax at ,|true|false 1 "invalid syntax at ,"
// "//go:buildx" <nil> not a build constraint|false|false *errors.errorString
// " //go:build a" <nil> not a build constraint|false|false *errors.errorString
// "//go:build a \n" a <nil>|true|false ["// +build a"] <nil> "" *constraint.TagExpr
// "//go:build\ta" a <nil>|true|false ["// +build a"] <nil> "" *constraint.TagExpr
// "// +build a" a <nil>|false|true ["// +build a"] <nil> "" *constraint.TagExpr
// "// +build a,b c" (a && b) || c <nil>|false|true ["// +build a,b c"] <nil> "" *constraint.OrExpr
// "// +build !a,b !c" (!a && b) || !c <nil>|false|true ["// +build !a,b !c"] <nil> "" *constraint.OrExpr
// "// +build" ignore <nil>|false|true ["// +build ignore"] <nil> "" *constraint.TagExpr
// "// +build " ignore <nil>|false|true ["// +build ignore"] <nil> "" *constraint.TagExpr
// "//+build a" a <nil>|false|true ["// +build a"] <nil> "" *constraint.TagExpr
// "// +build !!a" ignore <nil>|false|true ["// +build ignore"] <nil> "" *constraint.TagExpr
// "// +build a,,b" a && ignore && b <nil>|false|true ["// +build a,ignore,b"] <nil> "" *constraint.AndExpr
// "// +build !" ignore <nil>|false|true ["// +build ignore"] <nil> "" *constraint.TagExpr
// "// +build a b\tc" a || b || c <nil>|false|true ["// +build a b c"] <nil> "" *constraint.OrExpr
// "// +buildx" <nil> not a build constraint|false|false *errors.errorString
// "// +build a-b" ignore <nil>|false|true ["// +build ignore"] <nil> "" *constraint.TagExpr
// "/* +build a */" <nil> not a build constraint|false|false *errors.errorString
// "// go:build a" <nil> not a build constraint|false|false *errors.errorString
// "//go:build a == b" <nil> invalid syntax at =|true|false 2 "invalid syntax at ="
// "//go:build \"a\"" <nil> invalid syntax at "|true|false 0 "invalid syntax at \""
// "//go:build a //x" <nil> invalid syntax at /|true|false 2 "invalid syntax at /"
// "//go:build &&" <nil> unexpected token &&|true|false 0 "unexpected token &&"
// "//go:build !" <nil> unexpected end of expression|true|false 1 "unexpected end of expression"
// "//go:build 1" 1 <nil>|true|false ["// +build 1"] <nil> "" *constraint.TagExpr
// "//go:build ()" <nil> unexpected token )|true|false 1 "unexpected token )"
// "// +build ,a" ignore && a <nil>|false|true ["// +build ignore,a"] <nil> "" *constraint.AndExpr
// "  // +build a" <nil> not a build constraint|false|false *errors.errorString
// go1.20 go1.20
// go1.20 && a go1.20
// go1.20 || go1.21 go1.20
// go1.21 && go1.20 go1.21
// !go1.20
// a || go1.20
// go1 go1
// go1.x
// go2.1
// go1.20 && !go1.22 go1.20
// (go1.18 || a) && go1.17 go1.17
// go1.20.1
// go1.9 && go1.10 go1.10
// go1.20rc1
// a && b && (c || d) ["// +build a" "// +build b" "// +build c d"] <nil> false
// (a && b) || (c && d) ["// +build a,b c,d"] <nil> true
// !(a || b) ["// +build !a,!b"] <nil> false
// !((a && b) || c) ["// +build !a !b" "// +build !c"] <nil> false
// a || (b && (c || d)) [] expression too complex for // +build lines true
// (a || b) && (c || d) && (e || !f) ["// +build a b" "// +build c d" "// +build e !f"] <nil> false
// !(!a && !(b || c)) ["// +build a b c"] <nil> true
// a && ((b && c) || (d && (e || f))) [] expression too complex for // +build lines false
// -1 "token(-1)" falsefalsefalse 0
// 0 "ILLEGAL" falsefalsefalse 0
// 1 "EOF" falsefalsefalse 0
// 2 "COMMENT" falsefalsefalse 0
// 3 "token(3)" falsefalsefalse 0
// 4 "IDENT" falsetruefalse 0
// 5 "INT" falsetruefalse 0
// 6 "FLOAT" falsetruefalse 0
// 7 "IMAG" falsetruefalse 0
// 8 "CHAR" falsetruefalse 0
// 9 "STRING" falsetruefalse 0
// 10 "token(10)" falsefalsefalse 0
// 11 "token(11)" falsefalsefalse 0
// 12 "+" falsefalsetrue 4
// 13 "-" falsefalsetrue 4
// 14 "*" falsefalsetrue 5
// 15 "/" falsefalsetrue 5
// 16 "%" falsefalsetrue 5
// 17 "&" falsefalsetrue 5
// 18 "|" falsefalsetrue 4
// 19 "^" falsefalsetrue 4
// 20 "<<" falsefalsetrue 5
// 21 ">>" falsefalsetrue 5
// 22 "&^" falsefalsetrue 5
// 23 "+=" falsefalsetrue 0
// 24 "-=" falsefalsetrue 0
// 25 "*=" falsefalsetrue 0
// 26 "/=" falsefalsetrue 0
// 27 "%=" falsefalsetrue 0
// 28 "&=" falsefalsetrue 0
// 29 "|=" falsefalsetrue 0
// 30 "^=" falsefalsetrue 0
// 31 "<<=" falsefalsetrue 0
// 32 ">>=" falsefalsetrue 0
// 33 "&^=" falsefalsetrue 0
// 34 "&&" falsefalsetrue 2
// 35 "||" falsefalsetrue 1
// 36 "<-" falsefalsetrue 0
// 37 "++" falsefalsetrue 0
// 38 "--" falsefalsetrue 0
// 39 "==" falsefalsetrue 3
// 40 "<" falsefalsetrue 3
// 41 ">" falsefalsetrue 3
// 42 "=" falsefalsetrue 0
// 43 "!" falsefalsetrue 0
// 44 "!=" falsefalsetrue 3
// 45 "<=" falsefalsetrue 3
// 46 ">=" falsefalsetrue 3
// 47 ":=" falsefalsetrue 0
// 48 "..." falsefalsetrue 0
// 49 "(" falsefalsetrue 0
// 50 "[" falsefalsetrue 0
// 51 "{" falsefalsetrue 0
// 52 "," falsefalsetrue 0
// 53 "." falsefalsetrue 0
// 54 ")" falsefalsetrue 0
// 55 "]" falsefalsetrue 0
// 56 "}" falsefalsetrue 0
// 57 ";" falsefalsetrue 0
// 58 ":" falsefalsetrue 0
// 59 "token(59)" falsefalsefalse 0
// 60 "token(60)" falsefalsefalse 0
// 61 "break" truefalsefalse 0
// 62 "case" truefalsefalse 0
// 63 "chan" truefalsefalse 0
// 64 "const" truefalsefalse 0
// 65 "continue" truefalsefalse 0
// 66 "default" truefalsefalse 0
// 67 "defer" truefalsefalse 0
// 68 "else" truefalsefalse 0
// 69 "fallthrough" truefalsefalse 0
// 70 "for" truefalsefalse 0
// 71 "func" truefalsefalse 0
// 72 "go" truefalsefalse 0
// 73 "goto" truefalsefalse 0
// 74 "if" truefalsefalse 0
// 75 "import" truefalsefalse 0
// 76 "interface" truefalsefalse 0
// 77 "map" truefalsefalse 0
// 78 "package" truefalsefalse 0
// 79 "range" truefalsefalse 0
// 80 "return" truefalsefalse 0
// 81 "select" truefalsefalse 0
// 82 "struct" truefalsefalse 0
// 83 "switch" truefalsefalse 0
// 84 "type" truefalsefalse 0
// 85 "var" truefalsefalse 0
// 86 "token(86)" falsefalsefalse 0
// 87 "token(87)" falsefalsefalse 0
// 88 "~" falsefalsetrue 0
// 89 "token(89)" falsefalsefalse 0
// 90 "token(90)" falsefalsefalse 0
// 91 "token(91)" falsefalsefalse 0
// 92 "token(92)" falsefalsefalse 0
// 93 "token(93)" falsefalsefalse 0
// 94 "token(94)" falsefalsefalse 0
// - f f:1 2:3 f:2:3
// for IDENT true false true false false true false false
// 0 6 7
