// Forms of JSON that encoding/json/jsontext writes, by options.
package main

import (
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"math"
	"strings"
)

func try(name string, f func()) {
	defer func() {
		if x := recover(); x != nil {
			fmt.Printf("%s: panic %T %v\n", name, x, x)
		}
	}()
	f()
}

func main() {
	for _, in := range []string{"", "a\xffb", "<>&\u2028\u2029\x7f\x00\x1f\"\\/\b\f\n\r\t"} {
		o, err := jsontext.AppendQuote(nil, in)
		fmt.Printf("%q %v\n", o, err)
	}
	for _, in := range []string{``, `"`, `"a"`, `"a"x`, `"\u00e9\n\/"`, `"\ud800"`, "\"\xff\"", `x`, ` "a"`, `"\q"`, `1`, "\"\x01\"", `"\ud800\udc0"`} {
		o, err := jsontext.AppendUnquote(nil, in)
		fmt.Printf("%q: %q %v\n", in, o, err)
	}
	for _, f := range []float64{0, 1, 1e20, 1e21, 123456789, 1e-6, 1e-7, 0.1, 5e-324, math.MaxFloat64, -1.5, math.NaN(), math.Inf(1), 1e23, 1e-10, 16777216, 3.4e38} {
		fmt.Printf("%s %s, ", jsontext.AppendFloat(nil, f, 64), jsontext.AppendFloat(nil, f, 32))
	}
	fmt.Println()
	vals := []string{`{"b":1,"a":[1.0,1e3,-0,-0.0,1234567890123456789,1e999,0.1e1],"\u00e9":"\u003c\/x\u2028<&>","\ud83d\ude00":null,"\uFB33":{}, "":[ ] , "z" : { "y" : [ true , false ] }}`, ` [ ] `, `{}`, `"\u0041"`}
	type O = jsontext.Options
	for i, os := range [][]O{nil, {jsontext.EscapeForHTML(true)}, {jsontext.EscapeForJS(true)}, {jsontext.PreserveRawStrings(true)}, {jsontext.PreserveRawStrings(true), jsontext.EscapeForHTML(true), jsontext.EscapeForJS(true)}, {jsontext.CanonicalizeRawInts(true)}, {jsontext.CanonicalizeRawFloats(true)}, {jsontext.ReorderRawObjects(true)}, {jsontext.SpaceAfterColon(true)}, {jsontext.SpaceAfterComma(true)}, {jsontext.Multiline(true)}, {jsontext.Multiline(true), jsontext.SpaceAfterColon(false)}, {jsontext.WithIndent(" ")}, {jsontext.WithIndentPrefix("\t")}, {jsontext.WithIndent(" "), jsontext.Multiline(false)}, {jsontext.Multiline(true), jsontext.SpaceAfterComma(true)}} {
		for _, v := range vals {
			x := jsontext.Value(v)
			err := x.Format(os...)
			fmt.Printf("%d %s %v\n", i, x, err)
		}
	}
	for _, v := range vals {
		x, y, z := jsontext.Value(v).Clone(), jsontext.Value(v).Clone(), jsontext.Value(v).Clone()
		fmt.Println(x.Canonicalize(), y.Compact(), z.Indent())
		fmt.Printf("%s\n%s\n%s\n", x, y, z)
	}
	bad := jsontext.Value("{\"a\":\"\xff\",\"a\":\"\\ud800\"}")
	for _, os := range [][]O{{jsontext.AllowInvalidUTF8(true)}, {jsontext.AllowDuplicateNames(true)}, {jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)}, {jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true), jsontext.PreserveRawStrings(true)}} {
		x := bad.Clone()
		err := x.Format(os...)
		fmt.Printf("%q %v\n", x, err)
	}
	x := bad.Clone()
	fmt.Println(x.Compact(), x.Canonicalize(), jsontext.Value(nil).String() == "", jsontext.Value(nil).Clone() == nil, jsontext.Value(" [").Kind(), jsontext.Value(" 12").Kind())
	fmt.Printf("%q\n", x)
	var nv *jsontext.Value
	try("nilunm", func() { fmt.Println(nv.UnmarshalJSON([]byte("1"))) })
	mj, err := jsontext.Value(nil).MarshalJSON()
	fmt.Println(string(mj), err)
	o, err := jsontext.AppendFormat([]byte("pre"), `[1, 2`, jsontext.Multiline(true))
	fmt.Printf("%q %v\n", o, err)
	var se *jsontext.SyntacticError
	try("nilerr", func() { fmt.Println(se.Error()) })
	fmt.Println((&jsontext.SyntacticError{}).Error(), (&jsontext.SyntacticError{ByteOffset: 3, JSONPointer: "/a/" + jsontext.Pointer(strings.Repeat("x", 200))}).Error())
	fmt.Println((&jsontext.SyntacticError{Err: jsontext.ErrDuplicateName, ByteOffset: 3, JSONPointer: "/a/b"}).Error(), (&jsontext.SyntacticError{Err: jsontext.ErrDuplicateName, ByteOffset: 3}).Error(), (&jsontext.SyntacticError{Err: jsontext.ErrNonStringName, ByteOffset: 3, JSONPointer: "/a/b"}).Error(), (&jsontext.SyntacticError{Err: errors.New("")}).Error())
}

// Output:
// "\"\"" <nil>
// "\"a�b\"" jsontext: invalid UTF-8
// "\"<>&\u2028\u2029\x7f\\u0000\\u001f\\\"\\\\/\\b\\f\\n\\r\\t\"" <nil>
// "": "" jsontext: unexpected EOF
// "\"": "" jsontext: unexpected EOF
// "\"a\"": "a" <nil>
// "\"a\"x": "a" jsontext: invalid character 'x' after string value
// "\"\\u00e9\\n\\/\"": "é\n/" <nil>
// "\"\\ud800\"": "�" jsontext: invalid surrogate pair `\ud800"` in string
// "\"\xff\"": "�" jsontext: invalid UTF-8
// "x": "" jsontext: invalid character 'x' at start of string (expecting '"')
// " \"a\"": "" jsontext: invalid character ' ' at start of string (expecting '"')
// "\"\\q\"": "" jsontext: invalid escape sequence `\q` in string
// "1": "" jsontext: invalid character '1' at start of string (expecting '"')
// "\"\x01\"": "" jsontext: invalid character '\x01' in string (expecting non-control character)
// "\"\\ud800\\udc0\"": "�" jsontext: invalid escape sequence `\udc0"` in string
// 0 0, 1 1, 100000000000000000000 100000000000000000000, 1e+21 1e+21, 123456789 123456790, 0.000001 0.000001, 1e-7 1e-7, 0.1 0.1, 5e-324 0, 1.7976931348623157e+308 +Inf, -1.5 -1.5, NaN NaN, +Inf +Inf, 1e+23 1e+23, 1e-10 1e-10, 16777216 16777216, 3.4e+38 3.4e+38, 
// 0 {"b":1,"a":[1.0,1e3,-0,-0.0,1234567890123456789,1e999,0.1e1],"é":"</x <&>","😀":null,"דּ":{},"":[],"z":{"y":[true,false]}} <nil>
// 0 [] <nil>
// 0 {} <nil>
// 0 "A" <nil>
// 1 {"b":1,"a":[1.0,1e3,-0,-0.0,1234567890123456789,1e999,0.1e1],"é":"\u003c/x \u003c\u0026\u003e","😀":null,"דּ":{},"":[],"z":{"y":[true,false]}} <nil>
// 1 [] <nil>
// 1 {} <nil>
// 1 "A" <nil>
// 2 {"b":1,"a":[1.0,1e3,-0,-0.0,1234567890123456789,1e999,0.1e1],"é":"</x\u2028<&>","😀":null,"דּ":{},"":[],"z":{"y":[true,false]}} <nil>
// 2 [] <nil>
// 2 {} <nil>
// 2 "A" <nil>
// 3 {"b":1,"a":[1.0,1e3,-0,-0.0,1234567890123456789,1e999,0.1e1],"\u00e9":"\u003c\/x\u2028<&>","\ud83d\ude00":null,"\uFB33":{},"":[],"z":{"y":[true,false]}} <nil>
// 3 [] <nil>
// 3 {} <nil>
// 3 "\u0041" <nil>
// 4 {"b":1,"a":[1.0,1e3,-0,-0.0,1234567890123456789,1e999,0.1e1],"\u00e9":"\u003c\/x\u2028\u003c\u0026\u003e","\ud83d\ude00":null,"\uFB33":{},"":[],"z":{"y":[true,false]}} <nil>
// 4 [] <nil>
// 4 {} <nil>
// 4 "\u0041" <nil>
// 5 {"b":1,"a":[1.0,1e3,0,-0.0,1234567890123456800,1e999,0.1e1],"é":"</x <&>","😀":null,"דּ":{},"":[],"z":{"y":[true,false]}} <nil>
// 5 [] <nil>
// 5 {} <nil>
// 5 "A" <nil>
// 6 {"b":1,"a":[1,1000,0,0,1234567890123456789,1.7976931348623157e+308,1],"é":"</x <&>","😀":null,"דּ":{},"":[],"z":{"y":[true,false]}} <nil>
// 6 [] <nil>
// 6 {} <nil>
// 6 "A" <nil>
// 7 {"":[],"a":[1.0,1e3,-0,-0.0,1234567890123456789,1e999,0.1e1],"b":1,"z":{"y":[true,false]},"é":"</x <&>","😀":null,"דּ":{}} <nil>
// 7 [] <nil>
// 7 {} <nil>
// 7 "A" <nil>
// 8 {"b": 1,"a": [1.0,1e3,-0,-0.0,1234567890123456789,1e999,0.1e1],"é": "</x <&>","😀": null,"דּ": {},"": [],"z": {"y": [true,false]}} <nil>
// 8 [] <nil>
// 8 {} <nil>
// 8 "A" <nil>
// 9 {"b":1, "a":[1.0, 1e3, -0, -0.0, 1234567890123456789, 1e999, 0.1e1], "é":"</x <&>", "😀":null, "דּ":{}, "":[], "z":{"y":[true, false]}} <nil>
// 9 [] <nil>
// 9 {} <nil>
// 9 "A" <nil>
// 10 {
// 	"b": 1,
// 	"a": [
// 		1.0,
// 		1e3,
// 		-0,
// 		-0.0,
// 		1234567890123456789,
// 		1e999,
// 		0.1e1
// 	],
// 	"é": "</x <&>",
// 	"😀": null,
// 	"דּ": {},
// 	"": [],
// 	"z": {
// 		"y": [
// 			true,
// 			false
// 		]
// 	}
// } <nil>
// 10 [] <nil>
// 10 {} <nil>
// 10 "A" <nil>
// 11 {
// 	"b":1,
// 	"a":[
// 		1.0,
// 		1e3,
// 		-0,
// 		-0.0,
// 		1234567890123456789,
// 		1e999,
// 		0.1e1
// 	],
// 	"é":"</x <&>",
// 	"😀":null,
// 	"דּ":{},
// 	"":[],
// 	"z":{
// 		"y":[
// 			true,
// 			false
// 		]
// 	}
// } <nil>
// 11 [] <nil>
// 11 {} <nil>
// 11 "A" <nil>
// 12 {
//  "b": 1,
//  "a": [
//   1.0,
//   1e3,
//   -0,
//   -0.0,
//   1234567890123456789,
//   1e999,
//   0.1e1
//  ],
//  "é": "</x <&>",
//  "😀": null,
//  "דּ": {},
//  "": [],
//  "z": {
//   "y": [
//    true,
//    false
//   ]
//  }
// } <nil>
// 12 [] <nil>
// 12 {} <nil>
// 12 "A" <nil>
// 13 {
// 		"b": 1,
// 		"a": [
// 			1.0,
// 			1e3,
// 			-0,
// 			-0.0,
// 			1234567890123456789,
// 			1e999,
// 			0.1e1
// 		],
// 		"é": "</x <&>",
// 		"😀": null,
// 		"דּ": {},
// 		"": [],
// 		"z": {
// 			"y": [
// 				true,
// 				false
// 			]
// 		}
// 	} <nil>
// 13 [] <nil>
// 13 {} <nil>
// 13 "A" <nil>
// 14 {"b":1,"a":[1.0,1e3,-0,-0.0,1234567890123456789,1e999,0.1e1],"é":"</x <&>","😀":null,"דּ":{},"":[],"z":{"y":[true,false]}} <nil>
// 14 [] <nil>
// 14 {} <nil>
// 14 "A" <nil>
// 15 {
// 	"b": 1, 
// 	"a": [
// 		1.0, 
// 		1e3, 
// 		-0, 
// 		-0.0, 
// 		1234567890123456789, 
// 		1e999, 
// 		0.1e1
// 	], 
// 	"é": "</x <&>", 
// 	"😀": null, 
// 	"דּ": {}, 
// 	"": [], 
// 	"z": {
// 		"y": [
// 			true, 
// 			false
// 		]
// 	}
// } <nil>
// 15 [] <nil>
// 15 {} <nil>
// 15 "A" <nil>
// <nil> <nil> <nil>
// {"":[],"a":[1,1000,0,0,1234567890123456800,1.7976931348623157e+308,1],"b":1,"z":{"y":[true,false]},"é":"</x <&>","😀":null,"דּ":{}}
// {"b":1,"a":[1.0,1e3,-0,-0.0,1234567890123456789,1e999,0.1e1],"\u00e9":"\u003c\/x\u2028<&>","\ud83d\ude00":null,"\uFB33":{},"":[],"z":{"y":[true,false]}}
// {
// 	"b": 1,
// 	"a": [
// 		1.0,
// 		1e3,
// 		-0,
// 		-0.0,
// 		1234567890123456789,
// 		1e999,
// 		0.1e1
// 	],
// 	"\u00e9": "\u003c\/x\u2028<&>",
// 	"\ud83d\ude00": null,
// 	"\uFB33": {},
// 	"": [],
// 	"z": {
// 		"y": [
// 			true,
// 			false
// 		]
// 	}
// }
// <nil> <nil> <nil>
// []
// []
// []
// <nil> <nil> <nil>
// {}
// {}
// {}
// <nil> <nil> <nil>
// "A"
// "\u0041"
// "\u0041"
// "{\"a\":\"\xff\",\"a\":\"\\ud800\"}" jsontext: duplicate object member name "a"
// "{\"a\":\"\xff\",\"a\":\"\\ud800\"}" jsontext: invalid UTF-8 within "/a" after offset 6
// "{\"a\":\"�\",\"a\":\"�\"}" <nil>
// "{\"a\":\"\xff\",\"a\":\"\\ud800\"}" <nil>
// <nil> jsontext: invalid UTF-8 within "/a" after offset 6 false true [ number
// "{\"a\":\"\xff\",\"a\":\"\\ud800\"}"
// jsontext.Value: UnmarshalJSON on nil pointer
// null <nil>
// "pre[1, 2" jsontext: unexpected EOF after offset 5
// nilerr: panic runtime.errorString runtime error: invalid memory address or nil pointer dereference
// jsontext: syntactic error jsontext: syntactic error within "/a/…xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" after offset 3
// jsontext: duplicate object member name "b" within "/a" jsontext: duplicate object member name "" jsontext: object member name must be a string within "/a/b" after offset 3 jsontext: 
