// Tokens of encoding/json/jsontext, and errors of encoders, readers and writers.
package main

import (
	"bytes"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing/iotest"
)

type fw struct{}

func (fw) Write([]byte) (int, error) { return 0, errors.New("full") }

func seq(toks ...jsontext.Token) {
	var b bytes.Buffer
	e := jsontext.NewEncoder(&b)
	for i, t := range toks {
		if err := e.WriteToken(t); err != nil {
			fmt.Printf("%d %q: %v | %T off=%d ptr=%q depth=%d %q\n", i, t.String(), err, err, e.OutputOffset(), e.StackPointer(), e.StackDepth(), b.String())
			if s, ok := err.(*jsontext.SyntacticError); ok {
				fmt.Printf("   %d %q %v\n", s.ByteOffset, s.JSONPointer, s.Err)
			}
			return
		}
	}
	fmt.Printf("ok %q %d %q\n", b.String(), e.OutputOffset(), e.StackPointer())
}

func try(name string, f func()) {
	defer func() {
		if x := recover(); x != nil {
			fmt.Printf("%s: panic %T %v\n", name, x, x)
		}
	}()
	f()
}

func main() {
	bo, eo, ba, ea, nl := jsontext.BeginObject, jsontext.EndObject, jsontext.BeginArray, jsontext.EndArray, jsontext.Null
	s := jsontext.String
	seq(bo, nl)
	seq(bo, eo)
	seq(eo)
	seq(ba, eo)
	seq(bo, s("a"), eo)
	seq(bo, s("a"), nl, s("a"))
	seq(bo, s("a"), nl, ea)
	seq(bo, s("a"), ea)
	seq(ba, nl, nl, ba, ea, ea, nl, nl)
	seq(s("\xff"))
	seq(ba, s("x\xffy"))
	seq(bo, s("\xff"))
	seq(jsontext.Token{})
	seq(ba, nl, jsontext.Token{})
	seq(jsontext.Float(math.NaN()), jsontext.Float(math.Inf(-1)), jsontext.Float(1e21), jsontext.Float32(0.1), jsontext.Int(-5), jsontext.Uint(7), jsontext.Float(math.Copysign(0, -1)))
	seq(bo, jsontext.Float(math.NaN()))
	seq(bo, ba)
	seq(bo, bo)
	e := jsontext.NewEncoder(fw{})
	fmt.Println(e.WriteToken(nl))
	err := e.WriteToken(nl)
	fmt.Println(err, "|", errors.Unwrap(err))
	d := jsontext.NewDecoder(iotest.ErrReader(errors.New("broken")))
	fmt.Println(d.PeekKind())
	_, err = d.ReadToken()
	fmt.Println(err, "|", errors.Unwrap(err))
	d = jsontext.NewDecoder(io.MultiReader(strings.NewReader(`[1,"abc`), iotest.ErrReader(errors.New("broken"))))
	for range 4 {
		t, err := d.ReadToken()
		fmt.Println(t.Kind(), err, d.InputOffset())
	}
	_, err = d.ReadValue()
	fmt.Println(err)
	fmt.Println(d.SkipValue())
	e = jsontext.NewEncoder(io.Discard)
	e.WriteToken(ba)
	for i := range 10001 {
		if err := e.WriteToken(ba); err != nil {
			fmt.Println(i, err, len(err.(*jsontext.SyntacticError).JSONPointer))
			break
		}
	}
	d = jsontext.NewDecoder(strings.NewReader(strings.Repeat("[", 10001)))
	for i := range 10005 {
		if _, err := d.ReadToken(); err != nil {
			fmt.Println(i, err.(*jsontext.SyntacticError).Err, len(err.(*jsontext.SyntacticError).JSONPointer), err.(*jsontext.SyntacticError).ByteOffset)
			break
		}
	}
	d = jsontext.NewDecoder(strings.NewReader(strings.Repeat("[", 10001)))
	if _, err := d.ReadValue(); err != nil {
		fmt.Println(err.(*jsontext.SyntacticError).Err, len(err.(*jsontext.SyntacticError).JSONPointer), err.(*jsontext.SyntacticError).ByteOffset)
	}
	for _, t := range []jsontext.Token{{}, nl, jsontext.True, s("a"), s("NaN"), s("Infinity"), jsontext.Int(-3), jsontext.Uint(math.MaxUint64), jsontext.Float(3.7), jsontext.Float(1e300), jsontext.Float(math.Inf(1)), jsontext.Float(math.NaN()), bo, ea} {
		fmt.Printf("%v %q\n", t.Kind(), t.String())
		try("bool", func() { fmt.Println(t.Bool()) })
		try("int", func() { fmt.Println(t.Int()) })
		try("uint", func() { fmt.Println(t.Uint()) })
		try("float", func() { fmt.Println(t.Float()) })
		try("float32", func() { fmt.Println(t.Float32()) })
	}
	for _, in := range []string{`1`, `-1`, `1.5`, `1e3`, `1e999`, `-1e999`, `18446744073709551616`, `9223372036854775808`, `-9223372036854775809`, `-0`, `0.0`, `1E400`, `100000000000000000000000000.5`} {
		d := jsontext.NewDecoder(strings.NewReader(in))
		t, _ := d.ReadToken()
		a, e1 := t.Int()
		b, e2 := t.Uint()
		c, e3 := t.Float()
		f, e4 := t.Float32()
		fmt.Println(in, a, e1, b, e2, c, e3, f, e4)
	}
	d = jsontext.NewDecoder(strings.NewReader(`["a","b"]`))
	d.ReadToken()
	t, _ := d.ReadToken()
	c := t.Clone()
	d.ReadToken()
	try("void", func() { fmt.Println(t.String()) })
	fmt.Println(c.String())
	try("indent", func() { jsontext.WithIndent("x") })
	try("prefix", func() { jsontext.WithIndentPrefix("\n") })
	try("nilenc", func() { jsontext.NewEncoder(nil) })
	try("nildec", func() { jsontext.NewDecoder(nil) })
	for _, k := range []jsontext.Kind{0, 'n', '0', '1', '"', 'x', '[', 200} {
		fmt.Print(k, " ")
	}
	fmt.Println()
	for _, p := range []jsontext.Pointer{"", "/", "/a~0b/c~1/~01", "a", "/~2", "/a/b", "/a~"} {
		var toks []string
		for t := range p.Tokens() {
			toks = append(toks, t)
		}
		fmt.Printf("%q %v %q %q %q %q %v %v\n", p, p.IsValid(), p.Parent(), p.LastToken(), p.AppendToken("x/~y"), toks, p.Contains("/a/b"), p.Contains("/a~0b/c~1"))
	}
}

// Output:
// 1 "null": jsontext: object member name must be a string after offset 1 | *jsontext.SyntacticError off=1 ptr="" depth=1 ""
//    1 "" object member name must be a string
// ok "{}\n" 3 ""
// 0 "}": jsontext: mismatching structural token for object or array | *jsontext.SyntacticError off=0 ptr="" depth=0 ""
//    0 "" mismatching structural token for object or array
// 1 "}": jsontext: mismatching structural token for object or array within "/0" after offset 1 | *jsontext.SyntacticError off=1 ptr="" depth=1 ""
//    1 "/0" mismatching structural token for object or array
// 2 "}": jsontext: missing value after object name within "/a" after offset 5 | *jsontext.SyntacticError off=4 ptr="/a" depth=1 ""
//    5 "/a" missing value after object name
// 3 "a": jsontext: duplicate object member name "a" | *jsontext.SyntacticError off=9 ptr="/a" depth=1 ""
//    10 "/a" duplicate object member name
// 3 "]": jsontext: mismatching structural token for object or array after offset 9 | *jsontext.SyntacticError off=9 ptr="/a" depth=1 ""
//    9 "" mismatching structural token for object or array
// 2 "]": jsontext: mismatching structural token for object or array within "/a" after offset 5 | *jsontext.SyntacticError off=4 ptr="/a" depth=1 ""
//    5 "/a" mismatching structural token for object or array
// ok "[null,null,[]]\nnull\nnull\n" 25 ""
// 0 "\xff": jsontext: invalid UTF-8 | *jsontext.SyntacticError off=0 ptr="" depth=0 ""
//    0 "" invalid UTF-8
// 1 "x\xffy": jsontext: invalid UTF-8 within "/0" after offset 1 | *jsontext.SyntacticError off=1 ptr="" depth=1 ""
//    1 "/0" invalid UTF-8
// 1 "\xff": jsontext: invalid UTF-8 after offset 1 | *jsontext.SyntacticError off=1 ptr="" depth=1 ""
//    1 "" invalid UTF-8
// 0 "<invalid jsontext.Token>": jsontext: invalid jsontext.Token | *jsontext.SyntacticError off=0 ptr="" depth=0 ""
//    0 "" invalid jsontext.Token
// 2 "<invalid jsontext.Token>": jsontext: invalid jsontext.Token within "/1" after offset 6 | *jsontext.SyntacticError off=5 ptr="/0" depth=1 ""
//    6 "/1" invalid jsontext.Token
// ok "\"NaN\"\n\"-Infinity\"\n1e+21\n0.1\n-5\n7\n-0\n" 36 ""
// ok "" 6 "/NaN"
// 1 "[": jsontext: object member name must be a string after offset 1 | *jsontext.SyntacticError off=1 ptr="" depth=1 ""
//    1 "" object member name must be a string
// 1 "{": jsontext: object member name must be a string after offset 1 | *jsontext.SyntacticError off=1 ptr="" depth=1 ""
//    1 "" object member name must be a string
// jsontext: write error: full
// jsontext: write error: full | full
// invalid
// jsontext: read error: broken | broken
// [ <nil> 1
// number <nil> 2
// invalid jsontext: read error: broken 2
// invalid jsontext: read error: broken 2
// jsontext: read error: broken
// jsontext: read error: broken
// 9999 jsontext: exceeded max depth within "/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/…/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0" after offset 10000 20000
// 10000 exceeded max depth 20000 10000
// exceeded max depth 20000 10000
// invalid "<invalid jsontext.Token>"
// bool: panic string invalid JSON token kind: invalid
// int: panic string invalid JSON token kind: invalid
// uint: panic string invalid JSON token kind: invalid
// float: panic string invalid JSON token kind: invalid
// float32: panic string invalid JSON token kind: invalid
// null "null"
// bool: panic string invalid JSON token kind: null
// int: panic string invalid JSON token kind: null
// uint: panic string invalid JSON token kind: null
// float: panic string invalid JSON token kind: null
// float32: panic string invalid JSON token kind: null
// true "true"
// true
// int: panic string invalid JSON token kind: true
// uint: panic string invalid JSON token kind: true
// float: panic string invalid JSON token kind: true
// float32: panic string invalid JSON token kind: true
// string "a"
// bool: panic string invalid JSON token kind: string
// int: panic string invalid JSON token kind: string
// uint: panic string invalid JSON token kind: string
// float: panic string invalid JSON token kind: string
// float32: panic string invalid JSON token kind: string
// string "NaN"
// bool: panic string invalid JSON token kind: string
// int: panic string invalid JSON token kind: string
// uint: panic string invalid JSON token kind: string
// NaN <nil>
// NaN <nil>
// string "Infinity"
// bool: panic string invalid JSON token kind: string
// int: panic string invalid JSON token kind: string
// uint: panic string invalid JSON token kind: string
// +Inf <nil>
// +Inf <nil>
// number "-3"
// bool: panic string invalid JSON token kind: number
// -3 <nil>
// 0 jsontext.Token(-3).Uint error: invalid syntax
// -3 <nil>
// -3 <nil>
// number "18446744073709551615"
// bool: panic string invalid JSON token kind: number
// 9223372036854775807 jsontext.Token(18446744073709551615).Int error: value out of range
// 18446744073709551615 <nil>
// 1.8446744073709552e+19 <nil>
// 1.8446744e+19 <nil>
// number "3.7"
// bool: panic string invalid JSON token kind: number
// 3 jsontext.Token(3.7).Int error: invalid syntax
// 3 jsontext.Token(3.7).Uint error: invalid syntax
// 3.7 <nil>
// 3.7 <nil>
// number "1e+300"
// bool: panic string invalid JSON token kind: number
// 9223372036854775807 jsontext.Token(1e+300).Int error: value out of range
// 18446744073709551615 jsontext.Token(1e+300).Uint error: value out of range
// 1e+300 <nil>
// +Inf jsontext.Token(1e+300).Float error: value out of range
// string "Infinity"
// bool: panic string invalid JSON token kind: string
// int: panic string invalid JSON token kind: string
// uint: panic string invalid JSON token kind: string
// +Inf <nil>
// +Inf <nil>
// string "NaN"
// bool: panic string invalid JSON token kind: string
// int: panic string invalid JSON token kind: string
// uint: panic string invalid JSON token kind: string
// NaN <nil>
// NaN <nil>
// { "{"
// bool: panic string invalid JSON token kind: {
// int: panic string invalid JSON token kind: {
// uint: panic string invalid JSON token kind: {
// float: panic string invalid JSON token kind: {
// float32: panic string invalid JSON token kind: {
// ] "]"
// bool: panic string invalid JSON token kind: ]
// int: panic string invalid JSON token kind: ]
// uint: panic string invalid JSON token kind: ]
// float: panic string invalid JSON token kind: ]
// float32: panic string invalid JSON token kind: ]
// 1 1 <nil> 1 <nil> 1 <nil> 1 <nil>
// -1 -1 <nil> 0 jsontext.Token(-1).Uint error: invalid syntax -1 <nil> -1 <nil>
// 1.5 1 jsontext.Token(1.5).Int error: invalid syntax 1 jsontext.Token(1.5).Uint error: invalid syntax 1.5 <nil> 1.5 <nil>
// 1e3 1000 jsontext.Token(1e3).Int error: invalid syntax 1000 jsontext.Token(1e3).Uint error: invalid syntax 1000 <nil> 1000 <nil>
// 1e999 9223372036854775807 jsontext.Token(1e999).Int error: invalid syntax 18446744073709551615 jsontext.Token(1e999).Uint error: invalid syntax +Inf jsontext.Token(1e999).Float error: value out of range +Inf jsontext.Token(1e999).Float error: value out of range
// -1e999 -9223372036854775808 jsontext.Token(-1e999).Int error: invalid syntax 0 jsontext.Token(-1e999).Uint error: invalid syntax -Inf jsontext.Token(-1e999).Float error: value out of range -Inf jsontext.Token(-1e999).Float error: value out of range
// 18446744073709551616 9223372036854775807 jsontext.Token(18446744073709551616).Int error: value out of range 18446744073709551615 jsontext.Token(18446744073709551616).Uint error: value out of range 1.8446744073709552e+19 <nil> 1.8446744e+19 <nil>
// 9223372036854775808 9223372036854775807 jsontext.Token(9223372036854775808).Int error: value out of range 9223372036854775808 <nil> 9.223372036854776e+18 <nil> 9.223372e+18 <nil>
// -9223372036854775809 -9223372036854775808 jsontext.Token(-9223372036854775809).Int error: value out of range 0 jsontext.Token(-9223372036854775809).Uint error: invalid syntax -9.223372036854776e+18 <nil> -9.223372e+18 <nil>
// -0 0 <nil> 0 jsontext.Token(-0).Uint error: invalid syntax -0 <nil> -0 <nil>
// 0.0 0 jsontext.Token(0.0).Int error: invalid syntax 0 jsontext.Token(0.0).Uint error: invalid syntax 0 <nil> 0 <nil>
// 1E400 9223372036854775807 jsontext.Token(1E400).Int error: invalid syntax 18446744073709551615 jsontext.Token(1E400).Uint error: invalid syntax +Inf jsontext.Token(1E400).Float error: value out of range +Inf jsontext.Token(1E400).Float error: value out of range
// 100000000000000000000000000.5 9223372036854775807 jsontext.Token(100000000000000000000000000.5).Int error: invalid syntax 18446744073709551615 jsontext.Token(100000000000000000000000000.5).Uint error: invalid syntax 1e+26 <nil> 1e+26 <nil>
// void: panic string invalid jsontext.Token; it has been voided by a subsequent json.Decoder call
// a
// indent: panic string json: invalid character 'x' in indent
// prefix: panic string json: invalid character '\n' in indent prefix
// nilenc: panic string jsontext: invalid nil io.Writer
// nildec: panic string jsontext: invalid nil io.Reader
// invalid null number <invalid jsontext.Kind: '1'> string <invalid jsontext.Kind: 'x'> [ <invalid jsontext.Kind: '\xc8'> 
// "" true "" "" "/x~1~0y" [] true true
// "/" true "" "" "//x~1~0y" [""] false false
// "/a~0b/c~1/~01" true "/a~0b/c~1" "~1" "/a~0b/c~1/~01/x~1~0y" ["a~b" "c/" "~1"] false false
// "a" false "" "a" "a/x~1~0y" ["a"] false false
// "/~2" false "" "~2" "/~2/x~1~0y" ["~2"] false false
// "/a/b" true "/a" "b" "/a/b/x~1~0y" ["a" "b"] true false
// "/a~" false "" "a~" "/a~/x~1~0y" ["a~"] false false
