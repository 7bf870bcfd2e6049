// What encoding/json says of wrong texts and values, and where.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

type T struct {
	A int            `json:"a"`
	B string         `json:"b"`
	C []int          `json:"c"`
	D map[string]int `json:"d"`
	E *T             `json:"e"`
	F float32
	G uint8
	H bool
	I any
	J [2]int
	K time.Time
	L json.Number
	M map[int]string
	N []byte
	O int `json:",string"`
	P struct{ X, Y int }
	Q map[bool]int
	R error
	S fmt.Stringer
	U chan int
}

type U struct{}

func (*U) UnmarshalJSON(b []byte) error { return fmt.Errorf("no U: %s", b) }

type V struct{}

func (*V) UnmarshalText(b []byte) error { return fmt.Errorf("no V: %s", b) }

type M struct{}

func (M) MarshalJSON() ([]byte, error) { return []byte(`{"a":}`), nil }

type M2 struct{}

func (M2) MarshalJSON() ([]byte, error) { return nil, errors.New("bad M2") }

type M3 struct{}

func (M3) MarshalText() ([]byte, error) { return nil, errors.New("bad M3") }

func show(err error) {
	var se *json.SyntaxError
	var te *json.UnmarshalTypeError
	switch {
	case errors.As(err, &se):
		fmt.Printf("  syntax %d %s\n", se.Offset, se)
	case errors.As(err, &te):
		fmt.Printf("  type %d %q %v %q %q %s\n", te.Offset, te.Value, te.Type, te.Struct, te.Field, te)
	default:
		fmt.Printf("  %T %v\n", err, err)
	}
}

func main() {
	for _, s := range []string{
		``, ` `, `{`, `}`, `[`, `]`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{,}`, `{a:1}`, `{"a" 1}`, `{"a":1 "b"}`, `[1,]`, `[1 2]`, `[,1]`, `nul`, `nulx`, `tru`, `trux`, `fals`, `falsy`, `01`, `-`, `-a`, `1.`, `1.a`, `1e`, `1e+`, `1ex`, `+1`, `.5`, `"`, `"a`, `"\`, `"\x"`, `"\u12"`, `"\u12g4"`, "\"\x01\"", "\"\n\"", "\"\xff\"", `"\ud800"`, `1 2`, `{} {}`, `nullx`, `{"a":"x"}`, `{"a":1.5}`, `{"a":1e400}`, `{"a":99999999999999999999}`, `{"b":1}`, `{"b":null}`, `{"c":{}}`, `{"c":[1,"x",3]}`, `{"c":1}`, `{"d":[]}`, `{"d":{"x":"y"}}`, `{"e":{"a":"z"}}`, `{"e":{"e":{"c":[true]}}}`, `{"e":1}`, `{"F":1e39}`, `{"F":"1"}`, `{"G":256}`, `{"G":-1}`, `{"H":1}`, `{"H":"true"}`, `{"J":[1,2,3]}`, `{"J":[1]}`, `{"J":{}}`, `{"K":"x"}`, `{"K":1}`, `{"L":"1"}`, `{"L":"x"}`, `{"L":true}`, `{"M":{"x":"y"}}`, `{"M":{"1":2}}`, `{"N":"!!"}`, `{"N":[1,2]}`, `{"N":"YQ=="}`, `{"O":1}`, `{"O":"x"}`, `{"O":"1"}`, `{"O":"\"1\""}`, `{"P":{"X":"a","Y":[]}}`, `{"P":[]}`, `{"Q":{"true":1}}`, `{"R":1}`, `{"R":null}`, `{"S":"x"}`, `{"U":1}`, `{"a":1,"a":2}`, `{"a":1}x`, "{\"a\":1}\x00", `[1,2,3]`, `"str"`, `true`, `null`, `12`, strings.Repeat("[", 10001), `{"e":{"a":1,"zz":{"q":[1,{"r":tru}]}}}`,
	} {
		if len(s) < 100 {
			fmt.Printf("%q\n", s)
		}
		var t T
		show(json.Unmarshal([]byte(s), &t))
		var a any
		show(json.Unmarshal([]byte(s), &a))
		d := json.NewDecoder(strings.NewReader(s))
		d.DisallowUnknownFields()
		t = T{}
		show(d.Decode(&t))
		fmt.Println(d.InputOffset(), json.Valid([]byte(s)))
		d = json.NewDecoder(strings.NewReader(s))
		for i := 0; i < 12; i++ {
			tok, err := d.Token()
			if err != nil {
				fmt.Println(" token", i, err, d.InputOffset())
				break
			}
			fmt.Printf(" %T %v %d", tok, tok, d.InputOffset())
		}
		fmt.Println()
	}
	show(json.Unmarshal([]byte(`1`), nil))
	show(json.Unmarshal([]byte(`1`), T{}))
	show(json.Unmarshal([]byte(`1`), (*T)(nil)))
	show(json.Unmarshal([]byte(`{"x":1}`), &U{}))
	show(json.Unmarshal([]byte(`"x"`), &V{}))
	show(json.Unmarshal([]byte(`1`), &V{}))
	show(json.Unmarshal([]byte(`{"a":{}}`), &map[string]V{}))
	show(json.Unmarshal([]byte(`{"a":1}`), &map[V]int{}))
	show(json.Unmarshal([]byte(`{"a":1}`), &map[float64]int{}))
	for _, v := range []any{make(chan int), func() {}, complex(1, 2), map[float64]int{1: 1}, map[V]int{{}: 1}, M{}, M2{}, M3{}, []any{1, make(chan int)}, struct{ X any }{func() {}}, map[string]any{"a": M2{}}, &M{}, json.Number("x"), json.RawMessage("{"), map[M3]int{{}: 1}, float32(1) / zero, 1 / float64(zero), -1 / float64(zero)} {
		b, err := json.Marshal(v)
		fmt.Printf("%s ", b)
		show(err)
	}
	type loop struct{ L *loop }
	l := &loop{}
	l.L = l
	_, err := json.Marshal(l)
	show(err)
	sl := []any{nil}
	sl[0] = sl
	_, err = json.Marshal(sl)
	show(err)
	mm := map[string]any{}
	mm["x"] = mm
	_, err = json.Marshal(mm)
	show(err)
}

var zero float32

// Output:
// ""
//   syntax 0 unexpected end of JSON input
//   syntax 0 unexpected end of JSON input
//   *errors.errorString EOF
// 0 false
//  token 0 EOF 0
//
// " "
//   syntax 1 unexpected end of JSON input
//   syntax 1 unexpected end of JSON input
//   *errors.errorString EOF
// 0 false
//  token 0 EOF 0
//
// "{"
//   syntax 1 unexpected end of JSON input
//   syntax 1 unexpected end of JSON input
//   *errors.errorString unexpected EOF
// 0 false
//  json.Delim { 1 token 1 EOF 1
//
// "}"
//   syntax 1 invalid character '}' looking for beginning of value
//   syntax 1 invalid character '}' looking for beginning of value
//   syntax 1 invalid character '}' looking for beginning of value
// 0 false
//  token 0 invalid character '}' looking for beginning of value 0
//
// "["
//   syntax 1 unexpected end of JSON input
//   syntax 1 unexpected end of JSON input
//   *errors.errorString unexpected EOF
// 0 false
//  json.Delim [ 1 token 1 EOF 1
//
// "]"
//   syntax 1 invalid character ']' looking for beginning of value
//   syntax 1 invalid character ']' looking for beginning of value
//   syntax 1 invalid character ']' looking for beginning of value
// 0 false
//  token 0 invalid character ']' looking for beginning of value 0
//
// "{\"a\""
//   syntax 4 unexpected end of JSON input
//   syntax 4 unexpected end of JSON input
//   *errors.errorString unexpected EOF
// 0 false
//  json.Delim { 1 string a 4 token 2 EOF 4
//
// "{\"a\":"
//   syntax 5 unexpected end of JSON input
//   syntax 5 unexpected end of JSON input
//   *errors.errorString unexpected EOF
// 0 false
//  json.Delim { 1 string a 4 token 2 EOF 5
//
// "{\"a\":1"
//   syntax 6 unexpected end of JSON input
//   syntax 6 unexpected end of JSON input
//   *errors.errorString unexpected EOF
// 0 false
//  json.Delim { 1 string a 4 float64 1 6 token 3 EOF 6
//
// "{\"a\":1,"
//   syntax 7 unexpected end of JSON input
//   syntax 7 unexpected end of JSON input
//   *errors.errorString unexpected EOF
// 0 false
//  json.Delim { 1 string a 4 float64 1 6 token 3 EOF 7
//
// "{\"a\":1,}"
//   syntax 8 invalid character '}' looking for beginning of object key string
//   syntax 8 invalid character '}' looking for beginning of object key string
//   syntax 8 invalid character '}' looking for beginning of object key string
// 0 false
//  json.Delim { 1 string a 4 float64 1 6 token 3 invalid character ',' looking for beginning of value 6
//
// "{,}"
//   syntax 2 invalid character ',' looking for beginning of object key string
//   syntax 2 invalid character ',' looking for beginning of object key string
//   syntax 2 invalid character ',' looking for beginning of object key string
// 0 false
//  json.Delim { 1 token 1 invalid character ',' looking for beginning of value 1
//
// "{a:1}"
//   syntax 2 invalid character 'a' looking for beginning of object key string
//   syntax 2 invalid character 'a' looking for beginning of object key string
//   syntax 2 invalid character 'a' looking for beginning of object key string
// 0 false
//  json.Delim { 1 token 1 invalid character 'a' looking for beginning of value 1
//
// "{\"a\" 1}"
//   syntax 6 invalid character '1' after object key
//   syntax 6 invalid character '1' after object key
//   syntax 6 invalid character '1' after object key
// 0 false
//  json.Delim { 1 string a 4 token 2 invalid character '1' after object key 4
//
// "{\"a\":1 \"b\"}"
//   syntax 8 invalid character '"' after object key:value pair
//   syntax 8 invalid character '"' after object key:value pair
//   syntax 8 invalid character '"' after object key:value pair
// 0 false
//  json.Delim { 1 string a 4 float64 1 6 token 3 invalid character '"' after object key:value pair 6
//
// "[1,]"
//   syntax 4 invalid character ']' looking for beginning of value
//   syntax 4 invalid character ']' looking for beginning of value
//   syntax 4 invalid character ']' looking for beginning of value
// 0 false
//  json.Delim [ 1 float64 1 2 token 2 invalid character ',' looking for beginning of value 2
//
// "[1 2]"
//   syntax 4 invalid character '2' after array element
//   syntax 4 invalid character '2' after array element
//   syntax 4 invalid character '2' after array element
// 0 false
//  json.Delim [ 1 float64 1 2 token 2 invalid character '2' after array element 2
//
// "[,1]"
//   syntax 2 invalid character ',' looking for beginning of value
//   syntax 2 invalid character ',' looking for beginning of value
//   syntax 2 invalid character ',' looking for beginning of value
// 0 false
//  json.Delim [ 1 token 1 invalid character ',' looking for beginning of value 1
//
// "nul"
//   syntax 3 unexpected end of JSON input
//   syntax 3 unexpected end of JSON input
//   *errors.errorString unexpected EOF
// 0 false
//  token 0 unexpected EOF 0
//
// "nulx"
//   syntax 4 invalid character 'x' in literal null (expecting 'l')
//   syntax 4 invalid character 'x' in literal null (expecting 'l')
//   syntax 4 invalid character 'x' in literal null (expecting 'l')
// 0 false
//  token 0 invalid character 'x' in literal null (expecting 'l') 0
//
// "tru"
//   syntax 3 unexpected end of JSON input
//   syntax 3 unexpected end of JSON input
//   *errors.errorString unexpected EOF
// 0 false
//  token 0 unexpected EOF 0
//
// "trux"
//   syntax 4 invalid character 'x' in literal true (expecting 'e')
//   syntax 4 invalid character 'x' in literal true (expecting 'e')
//   syntax 4 invalid character 'x' in literal true (expecting 'e')
// 0 false
//  token 0 invalid character 'x' in literal true (expecting 'e') 0
//
// "fals"
//   syntax 4 unexpected end of JSON input
//   syntax 4 unexpected end of JSON input
//   *errors.errorString unexpected EOF
// 0 false
//  token 0 unexpected EOF 0
//
// "falsy"
//   syntax 5 invalid character 'y' in literal false (expecting 'e')
//   syntax 5 invalid character 'y' in literal false (expecting 'e')
//   syntax 5 invalid character 'y' in literal false (expecting 'e')
// 0 false
//  token 0 invalid character 'y' in literal false (expecting 'e') 0
//
// "01"
//   syntax 2 invalid character '1' after top-level value
//   syntax 2 invalid character '1' after top-level value
//   type 1 "number" main.T "" "" json: cannot unmarshal number into Go value of type main.T
// 1 false
//  float64 0 1 float64 1 2 token 2 EOF 2
//
// "-"
//   syntax 0 unexpected end of JSON input
//   syntax 0 unexpected end of JSON input
//   *errors.errorString unexpected EOF
// 0 false
//  token 0 unexpected EOF 0
//
// "-a"
//   syntax 2 invalid character 'a' in numeric literal
//   syntax 2 invalid character 'a' in numeric literal
//   syntax 2 invalid character 'a' in numeric literal
// 0 false
//  token 0 invalid character 'a' in numeric literal 0
//
// "1."
//   syntax 0 unexpected end of JSON input
//   syntax 0 unexpected end of JSON input
//   *errors.errorString unexpected EOF
// 0 false
//  token 0 unexpected EOF 0
//
// "1.a"
//   syntax 3 invalid character 'a' in numeric literal
//   syntax 3 invalid character 'a' in numeric literal
//   syntax 3 invalid character 'a' in numeric literal
// 0 false
//  token 0 invalid character 'a' in numeric literal 0
//
// "1e"
//   syntax 0 unexpected end of JSON input
//   syntax 0 unexpected end of JSON input
//   *errors.errorString unexpected EOF
// 0 false
//  token 0 unexpected EOF 0
//
// "1e+"
//   syntax 0 unexpected end of JSON input
//   syntax 0 unexpected end of JSON input
//   *errors.errorString unexpected EOF
// 0 false
//  token 0 unexpected EOF 0
//
// "1ex"
//   syntax 3 invalid character 'x' in numeric literal
//   syntax 3 invalid character 'x' in numeric literal
//   syntax 3 invalid character 'x' in numeric literal
// 0 false
//  token 0 invalid character 'x' in numeric literal 0
//
// "+1"
//   syntax 1 invalid character '+' looking for beginning of value
//   syntax 1 invalid character '+' looking for beginning of value
//   syntax 1 invalid character '+' looking for beginning of value
// 0 false
//  token 0 invalid character '+' looking for beginning of value 0
//
// ".5"
//   syntax 1 invalid character '.' looking for beginning of value
//   syntax 1 invalid character '.' looking for beginning of value
//   syntax 1 invalid character '.' looking for beginning of value
// 0 false
//  token 0 invalid character '.' looking for beginning of value 0
//
// "\""
//   syntax 1 unexpected end of JSON input
//   syntax 1 unexpected end of JSON input
//   *errors.errorString unexpected EOF
// 0 false
//  token 0 unexpected EOF 0
//
// "\"a"
//   syntax 2 unexpected end of JSON input
//   syntax 2 unexpected end of JSON input
//   *errors.errorString unexpected EOF
// 0 false
//  token 0 unexpected EOF 0
//
// "\"\\"
//   syntax 1 unexpected end of JSON input
//   syntax 1 unexpected end of JSON input
//   *errors.errorString unexpected EOF
// 0 false
//  token 0 unexpected EOF 0
//
// "\"\\x\""
//   syntax 3 invalid escape sequence `\x` in string
//   syntax 3 invalid escape sequence `\x` in string
//   syntax 3 invalid escape sequence `\x` in string
// 0 false
//  token 0 invalid escape sequence `\x` in string 0
//
// "\"\\u12\""
//   syntax 6 invalid escape sequence `\u12"` in string
//   syntax 6 invalid escape sequence `\u12"` in string
//   syntax 6 invalid escape sequence `\u12"` in string
// 0 false
//  token 0 invalid escape sequence `\u12"` in string 0
//
// "\"\\u12g4\""
//   syntax 7 invalid escape sequence `\u12g4` in string
//   syntax 7 invalid escape sequence `\u12g4` in string
//   syntax 7 invalid escape sequence `\u12g4` in string
// 0 false
//  token 0 invalid escape sequence `\u12g4` in string 0
//
// "\"\x01\""
//   syntax 2 invalid character '\x01' in string
//   syntax 2 invalid character '\x01' in string
//   syntax 2 invalid character '\x01' in string
// 0 false
//  token 0 invalid character '\x01' in string 0
//
// "\"\n\""
//   syntax 2 invalid character '\n' in string
//   syntax 2 invalid character '\n' in string
//   syntax 2 invalid character '\n' in string
// 0 false
//  token 0 invalid character '\n' in string 0
//
// "\"\xff\""
//   type 3 "string" main.T "" "" json: cannot unmarshal string into Go value of type main.T
//   <nil> <nil>
//   type 3 "string" main.T "" "" json: cannot unmarshal string into Go value of type main.T
// 3 true
//  string � 3 token 1 EOF 3
//
// "\"\\ud800\""
//   type 8 "string" main.T "" "" json: cannot unmarshal string into Go value of type main.T
//   <nil> <nil>
//   type 8 "string" main.T "" "" json: cannot unmarshal string into Go value of type main.T
// 8 true
//  string � 8 token 1 EOF 8
//
// "1 2"
//   syntax 3 invalid character '2' after top-level value
//   syntax 3 invalid character '2' after top-level value
//   type 1 "number" main.T "" "" json: cannot unmarshal number into Go value of type main.T
// 1 false
//  float64 1 1 float64 2 3 token 2 EOF 3
//
// "{} {}"
//   syntax 4 invalid character '{' after top-level value
//   syntax 4 invalid character '{' after top-level value
//   <nil> <nil>
// 2 false
//  json.Delim { 1 json.Delim } 2 json.Delim { 4 json.Delim } 5 token 4 EOF 5
//
// "nullx"
//   syntax 5 invalid character 'x' after top-level value
//   syntax 5 invalid character 'x' after top-level value
//   <nil> <nil>
// 4 false
//  <nil> <nil> 4 token 1 invalid character 'x' looking for beginning of value 4
//
// "{\"a\":\"x\"}"
//   type 8 "string" int "T" "a" json: cannot unmarshal string into Go struct field T.a of type int
//   <nil> <nil>
//   type 8 "string" int "T" "a" json: cannot unmarshal string into Go struct field T.a of type int
// 9 true
//  json.Delim { 1 string a 4 string x 8 json.Delim } 9 token 4 EOF 9
//
// "{\"a\":1.5}"
//   type 8 "number 1.5" int "T" "a" json: cannot unmarshal number 1.5 into Go struct field T.a of type int
//   <nil> <nil>
//   type 8 "number 1.5" int "T" "a" json: cannot unmarshal number 1.5 into Go struct field T.a of type int
// 9 true
//  json.Delim { 1 string a 4 float64 1.5 8 json.Delim } 9 token 4 EOF 9
//
// "{\"a\":1e400}"
//   type 10 "number 1e400" int "T" "a" json: cannot unmarshal number 1e400 into Go struct field T.a of type int
//   type 10 "number 1e400" float64 "" "a" json: cannot unmarshal number 1e400 into Go struct field .a of type float64
//   type 10 "number 1e400" int "T" "a" json: cannot unmarshal number 1e400 into Go struct field T.a of type int
// 11 true
//  json.Delim { 1 string a 4 token 2 json: cannot unmarshal number 1e400 into Go value of type float64 10
//
// "{\"a\":99999999999999999999}"
//   type 25 "number 99999999999999999999" int "T" "a" json: cannot unmarshal number 99999999999999999999 into Go struct field T.a of type int
//   <nil> <nil>
//   type 25 "number 99999999999999999999" int "T" "a" json: cannot unmarshal number 99999999999999999999 into Go struct field T.a of type int
// 26 true
//  json.Delim { 1 string a 4 float64 1e+20 25 json.Delim } 26 token 4 EOF 26
//
// "{\"b\":1}"
//   type 6 "number" string "T" "b" json: cannot unmarshal number into Go struct field T.b of type string
//   <nil> <nil>
//   type 6 "number" string "T" "b" json: cannot unmarshal number into Go struct field T.b of type string
// 7 true
//  json.Delim { 1 string b 4 float64 1 6 json.Delim } 7 token 4 EOF 7
//
// "{\"b\":null}"
//   <nil> <nil>
//   <nil> <nil>
//   <nil> <nil>
// 10 true
//  json.Delim { 1 string b 4 <nil> <nil> 9 json.Delim } 10 token 4 EOF 10
//
// "{\"c\":{}}"
//   type 6 "object" []int "T" "c" json: cannot unmarshal object into Go struct field T.c of type []int
//   <nil> <nil>
//   type 6 "object" []int "T" "c" json: cannot unmarshal object into Go struct field T.c of type []int
// 8 true
//  json.Delim { 1 string c 4 json.Delim { 6 json.Delim } 7 json.Delim } 8 token 5 EOF 8
//
// "{\"c\":[1,\"x\",3]}"
//   type 11 "string" int "T" "c.1" json: cannot unmarshal string into T.c.1 of type int
//   <nil> <nil>
//   type 11 "string" int "T" "c.1" json: cannot unmarshal string into T.c.1 of type int
// 15 true
//  json.Delim { 1 string c 4 json.Delim [ 6 float64 1 7 string x 11 float64 3 13 json.Delim ] 14 json.Delim } 15 token 8 EOF 15
//
// "{\"c\":1}"
//   type 6 "number" []int "T" "c" json: cannot unmarshal number into Go struct field T.c of type []int
//   <nil> <nil>
//   type 6 "number" []int "T" "c" json: cannot unmarshal number into Go struct field T.c of type []int
// 7 true
//  json.Delim { 1 string c 4 float64 1 6 json.Delim } 7 token 4 EOF 7
//
// "{\"d\":[]}"
//   type 6 "array" map[string]int "T" "d" json: cannot unmarshal array into Go struct field T.d of type map[string]int
//   <nil> <nil>
//   type 6 "array" map[string]int "T" "d" json: cannot unmarshal array into Go struct field T.d of type map[string]int
// 8 true
//  json.Delim { 1 string d 4 json.Delim [ 6 json.Delim ] 7 json.Delim } 8 token 5 EOF 8
//
// "{\"d\":{\"x\":\"y\"}}"
//   type 13 "string" int "T" "d.x" json: cannot unmarshal string into Go struct field T.d.x of type int
//   <nil> <nil>
//   type 13 "string" int "T" "d.x" json: cannot unmarshal string into Go struct field T.d.x of type int
// 15 true
//  json.Delim { 1 string d 4 json.Delim { 6 string x 9 string y 13 json.Delim } 14 json.Delim } 15 token 7 EOF 15
//
// "{\"e\":{\"a\":\"z\"}}"
//   type 13 "string" int "T" "e.a" json: cannot unmarshal string into Go struct field T.e.a of type int
//   <nil> <nil>
//   type 13 "string" int "T" "e.a" json: cannot unmarshal string into Go struct field T.e.a of type int
// 15 true
//  json.Delim { 1 string e 4 json.Delim { 6 string a 9 string z 13 json.Delim } 14 json.Delim } 15 token 7 EOF 15
//
// "{\"e\":{\"e\":{\"c\":[true]}}}"
//   type 20 "bool" int "T" "e.e.c.0" json: cannot unmarshal bool into T.e.e.c.0 of type int
//   <nil> <nil>
//   type 20 "bool" int "T" "e.e.c.0" json: cannot unmarshal bool into T.e.e.c.0 of type int
// 24 true
//  json.Delim { 1 string e 4 json.Delim { 6 string e 9 json.Delim { 11 string c 14 json.Delim [ 16 bool true 20 json.Delim ] 21 json.Delim } 22 json.Delim } 23 json.Delim } 24
// "{\"e\":1}"
//   type 6 "number" main.T "T" "e" json: cannot unmarshal number into Go struct field T.e of type main.T
//   <nil> <nil>
//   type 6 "number" main.T "T" "e" json: cannot unmarshal number into Go struct field T.e of type main.T
// 7 true
//  json.Delim { 1 string e 4 float64 1 6 json.Delim } 7 token 4 EOF 7
//
// "{\"F\":1e39}"
//   type 9 "number 1e39" float32 "T" "F" json: cannot unmarshal number 1e39 into Go struct field T.F of type float32
//   <nil> <nil>
//   type 9 "number 1e39" float32 "T" "F" json: cannot unmarshal number 1e39 into Go struct field T.F of type float32
// 10 true
//  json.Delim { 1 string F 4 float64 1e+39 9 json.Delim } 10 token 4 EOF 10
//
// "{\"F\":\"1\"}"
//   type 8 "string" float32 "T" "F" json: cannot unmarshal string into Go struct field T.F of type float32
//   <nil> <nil>
//   type 8 "string" float32 "T" "F" json: cannot unmarshal string into Go struct field T.F of type float32
// 9 true
//  json.Delim { 1 string F 4 string 1 8 json.Delim } 9 token 4 EOF 9
//
// "{\"G\":256}"
//   type 8 "number 256" uint8 "T" "G" json: cannot unmarshal number 256 into Go struct field T.G of type uint8
//   <nil> <nil>
//   type 8 "number 256" uint8 "T" "G" json: cannot unmarshal number 256 into Go struct field T.G of type uint8
// 9 true
//  json.Delim { 1 string G 4 float64 256 8 json.Delim } 9 token 4 EOF 9
//
// "{\"G\":-1}"
//   type 7 "number -1" uint8 "T" "G" json: cannot unmarshal number -1 into Go struct field T.G of type uint8
//   <nil> <nil>
//   type 7 "number -1" uint8 "T" "G" json: cannot unmarshal number -1 into Go struct field T.G of type uint8
// 8 true
//  json.Delim { 1 string G 4 float64 -1 7 json.Delim } 8 token 4 EOF 8
//
// "{\"H\":1}"
//   type 6 "number" bool "T" "H" json: cannot unmarshal number into Go struct field T.H of type bool
//   <nil> <nil>
//   type 6 "number" bool "T" "H" json: cannot unmarshal number into Go struct field T.H of type bool
// 7 true
//  json.Delim { 1 string H 4 float64 1 6 json.Delim } 7 token 4 EOF 7
//
// "{\"H\":\"true\"}"
//   type 11 "string" bool "T" "H" json: cannot unmarshal string into Go struct field T.H of type bool
//   <nil> <nil>
//   type 11 "string" bool "T" "H" json: cannot unmarshal string into Go struct field T.H of type bool
// 12 true
//  json.Delim { 1 string H 4 string true 11 json.Delim } 12 token 4 EOF 12
//
// "{\"J\":[1,2,3]}"
//   <nil> <nil>
//   <nil> <nil>
//   <nil> <nil>
// 13 true
//  json.Delim { 1 string J 4 json.Delim [ 6 float64 1 7 float64 2 9 float64 3 11 json.Delim ] 12 json.Delim } 13 token 8 EOF 13
//
// "{\"J\":[1]}"
//   <nil> <nil>
//   <nil> <nil>
//   <nil> <nil>
// 9 true
//  json.Delim { 1 string J 4 json.Delim [ 6 float64 1 7 json.Delim ] 8 json.Delim } 9 token 6 EOF 9
//
// "{\"J\":{}}"
//   type 6 "object" [2]int "T" "J" json: cannot unmarshal object into Go struct field T.J of type [2]int
//   <nil> <nil>
//   type 6 "object" [2]int "T" "J" json: cannot unmarshal object into Go struct field T.J of type [2]int
// 8 true
//  json.Delim { 1 string J 4 json.Delim { 6 json.Delim } 7 json.Delim } 8 token 5 EOF 8
//
// "{\"K\":\"x\"}"
//   *time.ParseError parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"
//   <nil> <nil>
//   *time.ParseError parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"
// 9 true
//  json.Delim { 1 string K 4 string x 8 json.Delim } 9 token 4 EOF 9
//
// "{\"K\":1}"
//   type 6 "number" time.Time "T" "K" json: cannot unmarshal number into Go struct field T.K of type time.Time
//   <nil> <nil>
//   type 6 "number" time.Time "T" "K" json: cannot unmarshal number into Go struct field T.K of type time.Time
// 7 true
//  json.Delim { 1 string K 4 float64 1 6 json.Delim } 7 token 4 EOF 7
//
// "{\"L\":\"1\"}"
//   <nil> <nil>
//   <nil> <nil>
//   <nil> <nil>
// 9 true
//  json.Delim { 1 string L 4 string 1 8 json.Delim } 9 token 4 EOF 9
//
// "{\"L\":\"x\"}"
//   type 0 "string \"x\"" json.Number "" "" json: cannot unmarshal string "x" into Go value of type json.Number: invalid syntax
//   <nil> <nil>
//   type 0 "string \"x\"" json.Number "" "" json: cannot unmarshal string "x" into Go value of type json.Number: invalid syntax
// 9 true
//  json.Delim { 1 string L 4 string x 8 json.Delim } 9 token 4 EOF 9
//
// "{\"L\":true}"
//   type 0 "bool" json.Number "" "" json: cannot unmarshal bool into Go value of type json.Number
//   <nil> <nil>
//   type 0 "bool" json.Number "" "" json: cannot unmarshal bool into Go value of type json.Number
// 10 true
//  json.Delim { 1 string L 4 bool true 9 json.Delim } 10 token 4 EOF 10
//
// "{\"M\":{\"x\":\"y\"}}"
//   type 9 "number x" int "T" "M.x" json: cannot unmarshal number x into Go struct field T.M.x of type int
//   <nil> <nil>
//   type 9 "number x" int "T" "M.x" json: cannot unmarshal number x into Go struct field T.M.x of type int
// 15 true
//  json.Delim { 1 string M 4 json.Delim { 6 string x 9 string y 13 json.Delim } 14 json.Delim } 15 token 7 EOF 15
//
// "{\"M\":{\"1\":2}}"
//   type 11 "number" string "T" "M.1" json: cannot unmarshal number into T.M.1 of type string
//   <nil> <nil>
//   type 11 "number" string "T" "M.1" json: cannot unmarshal number into T.M.1 of type string
// 13 true
//  json.Delim { 1 string M 4 json.Delim { 6 string 1 9 float64 2 11 json.Delim } 12 json.Delim } 13 token 7 EOF 13
//
// "{\"N\":\"!!\"}"
//   type 9 "string" []uint8 "T" "N" json: cannot unmarshal string into Go struct field T.N of type []uint8: illegal base64 data at input byte 0
//   <nil> <nil>
//   type 9 "string" []uint8 "T" "N" json: cannot unmarshal string into Go struct field T.N of type []uint8: illegal base64 data at input byte 0
// 10 true
//  json.Delim { 1 string N 4 string !! 9 json.Delim } 10 token 4 EOF 10
//
// "{\"N\":[1,2]}"
//   <nil> <nil>
//   <nil> <nil>
//   <nil> <nil>
// 11 true
//  json.Delim { 1 string N 4 json.Delim [ 6 float64 1 7 float64 2 9 json.Delim ] 10 json.Delim } 11 token 7 EOF 11
//
// "{\"N\":\"YQ==\"}"
//   <nil> <nil>
//   <nil> <nil>
//   <nil> <nil>
// 12 true
//  json.Delim { 1 string N 4 string YQ== 11 json.Delim } 12 token 4 EOF 12
//
// "{\"O\":1}"
//   type 6 "number" int "T" "O" json: cannot unmarshal number into Go struct field T.O of type int
//   <nil> <nil>
//   type 6 "number" int "T" "O" json: cannot unmarshal number into Go struct field T.O of type int
// 7 true
//  json.Delim { 1 string O 4 float64 1 6 json.Delim } 7 token 4 EOF 7
//
// "{\"O\":\"x\"}"
//   type 8 "number x" int "T" "O" json: cannot unmarshal number x into Go struct field T.O of type int
//   <nil> <nil>
//   type 8 "number x" int "T" "O" json: cannot unmarshal number x into Go struct field T.O of type int
// 9 true
//  json.Delim { 1 string O 4 string x 8 json.Delim } 9 token 4 EOF 9
//
// "{\"O\":\"1\"}"
//   <nil> <nil>
//   <nil> <nil>
//   <nil> <nil>
// 9 true
//  json.Delim { 1 string O 4 string 1 8 json.Delim } 9 token 4 EOF 9
//
// "{\"O\":\"\\\"1\\\"\"}"
//   type 12 "number \"1\"" int "T" "O" json: cannot unmarshal number "1" into Go struct field T.O of type int
//   <nil> <nil>
//   type 12 "number \"1\"" int "T" "O" json: cannot unmarshal number "1" into Go struct field T.O of type int
// 13 true
//  json.Delim { 1 string O 4 string "1" 12 json.Delim } 13 token 4 EOF 13
//
// "{\"P\":{\"X\":\"a\",\"Y\":[]}}"
//   type 13 "string" int "T" "P.X" json: cannot unmarshal string into Go struct field T.P.X of type int
//   <nil> <nil>
//   type 13 "string" int "T" "P.X" json: cannot unmarshal string into Go struct field T.P.X of type int
// 22 true
//  json.Delim { 1 string P 4 json.Delim { 6 string X 9 string a 13 string Y 17 json.Delim [ 19 json.Delim ] 20 json.Delim } 21 json.Delim } 22 token 10 EOF 22
//
// "{\"P\":[]}"
//   type 6 "array" struct { X int; Y int } "T" "P" json: cannot unmarshal array into Go struct field T.P of type struct { X int; Y int }
//   <nil> <nil>
//   type 6 "array" struct { X int; Y int } "T" "P" json: cannot unmarshal array into Go struct field T.P of type struct { X int; Y int }
// 8 true
//  json.Delim { 1 string P 4 json.Delim [ 6 json.Delim ] 7 json.Delim } 8 token 5 EOF 8
//
// "{\"Q\":{\"true\":1}}"
//   type 12 "string" bool "T" "Q.true" json: cannot unmarshal string into Go struct field T.Q.true of type bool
//   <nil> <nil>
//   type 12 "string" bool "T" "Q.true" json: cannot unmarshal string into Go struct field T.Q.true of type bool
// 16 true
//  json.Delim { 1 string Q 4 json.Delim { 6 string true 12 float64 1 14 json.Delim } 15 json.Delim } 16 token 7 EOF 16
//
// "{\"R\":1}"
//   type 5 "number" error "T" "R" json: cannot unmarshal number into Go struct field T.R of type error
//   <nil> <nil>
//   type 5 "number" error "T" "R" json: cannot unmarshal number into Go struct field T.R of type error
// 7 true
//  json.Delim { 1 string R 4 float64 1 6 json.Delim } 7 token 4 EOF 7
//
// "{\"R\":null}"
//   <nil> <nil>
//   <nil> <nil>
//   <nil> <nil>
// 10 true
//  json.Delim { 1 string R 4 <nil> <nil> 9 json.Delim } 10 token 4 EOF 10
//
// "{\"S\":\"x\"}"
//   type 5 "string" fmt.Stringer "T" "S" json: cannot unmarshal string into Go struct field T.S of type fmt.Stringer
//   <nil> <nil>
//   type 5 "string" fmt.Stringer "T" "S" json: cannot unmarshal string into Go struct field T.S of type fmt.Stringer
// 9 true
//  json.Delim { 1 string S 4 string x 8 json.Delim } 9 token 4 EOF 9
//
// "{\"U\":1}"
//   type 6 "number" chan int "T" "U" json: cannot unmarshal number into Go struct field T.U of type chan int
//   <nil> <nil>
//   type 6 "number" chan int "T" "U" json: cannot unmarshal number into Go struct field T.U of type chan int
// 7 true
//  json.Delim { 1 string U 4 float64 1 6 json.Delim } 7 token 4 EOF 7
//
// "{\"a\":1,\"a\":2}"
//   <nil> <nil>
//   <nil> <nil>
//   <nil> <nil>
// 13 true
//  json.Delim { 1 string a 4 float64 1 6 string a 10 float64 2 12 json.Delim } 13 token 6 EOF 13
//
// "{\"a\":1}x"
//   syntax 8 invalid character 'x' after top-level value
//   syntax 8 invalid character 'x' after top-level value
//   <nil> <nil>
// 7 false
//  json.Delim { 1 string a 4 float64 1 6 json.Delim } 7 token 4 invalid character 'x' looking for beginning of value 7
//
// "{\"a\":1}\x00"
//   syntax 8 invalid character '\x00' after top-level value
//   syntax 8 invalid character '\x00' after top-level value
//   <nil> <nil>
// 7 false
//  json.Delim { 1 string a 4 float64 1 6 json.Delim } 7 token 4 invalid character '\x00' looking for beginning of value 7
//
// "[1,2,3]"
//   type 1 "array" main.T "" "" json: cannot unmarshal array into Go value of type main.T
//   <nil> <nil>
//   type 1 "array" main.T "" "" json: cannot unmarshal array into Go value of type main.T
// 7 true
//  json.Delim [ 1 float64 1 2 float64 2 4 float64 3 6 json.Delim ] 7 token 5 EOF 7
//
// "\"str\""
//   type 5 "string" main.T "" "" json: cannot unmarshal string into Go value of type main.T
//   <nil> <nil>
//   type 5 "string" main.T "" "" json: cannot unmarshal string into Go value of type main.T
// 5 true
//  string str 5 token 1 EOF 5
//
// "true"
//   type 4 "bool" main.T "" "" json: cannot unmarshal bool into Go value of type main.T
//   <nil> <nil>
//   type 4 "bool" main.T "" "" json: cannot unmarshal bool into Go value of type main.T
// 4 true
//  bool true 4 token 1 EOF 4
//
// "null"
//   <nil> <nil>
//   <nil> <nil>
//   <nil> <nil>
// 4 true
//  <nil> <nil> 4 token 1 EOF 4
//
// "12"
//   type 2 "number" main.T "" "" json: cannot unmarshal number into Go value of type main.T
//   <nil> <nil>
//   type 2 "number" main.T "" "" json: cannot unmarshal number into Go value of type main.T
// 2 true
//  float64 12 2 token 1 EOF 2
//
//   syntax 10001 exceeded max depth
//   syntax 10001 exceeded max depth
//   syntax 10001 exceeded max depth
// 0 false
//  json.Delim [ 1 json.Delim [ 2 json.Delim [ 3 json.Delim [ 4 json.Delim [ 5 json.Delim [ 6 json.Delim [ 7 json.Delim [ 8 json.Delim [ 9 json.Delim [ 10 json.Delim [ 11 json.Delim [ 12
// "{\"e\":{\"a\":1,\"zz\":{\"q\":[1,{\"r\":tru}]}}}"
//   syntax 34 invalid character '}' in literal true (expecting 'e')
//   syntax 34 invalid character '}' in literal true (expecting 'e')
//   syntax 34 invalid character '}' in literal true (expecting 'e')
// 0 false
//  json.Delim { 1 string e 4 json.Delim { 6 string a 9 float64 1 11 string zz 16 json.Delim { 18 string q 21 json.Delim [ 23 float64 1 24 json.Delim { 26 string r 29
//   *json.InvalidUnmarshalError json: Unmarshal(nil)
//   *json.InvalidUnmarshalError json: Unmarshal(non-pointer main.T)
//   *json.InvalidUnmarshalError json: Unmarshal(nil *main.T)
//   *errors.errorString no U: {"x":1}
//   *errors.errorString no V: x
//   type 1 "number" main.V "" "" json: cannot unmarshal number into Go value of type main.V: JSON value must be string type
//   type 6 "object" main.V "" "a" json: cannot unmarshal object into Go struct field .a of type main.V: JSON value must be string type
//   *errors.errorString no V: a
//   type 4 "number a" float64 "" "a" json: cannot unmarshal number a into Go struct field .a of type float64
//    *json.UnsupportedTypeError json: unsupported type: chan int
//    *json.UnsupportedTypeError json: unsupported type: func()
//    *json.UnsupportedTypeError json: unsupported type: complex128
// {"1":1}   <nil> <nil>
//    *json.UnsupportedValueError json: unsupported value: jsontext: object member name must be a string after offset 2
//    syntax 6 invalid character '}' looking for beginning of value
//    *json.MarshalerError json: error calling MarshalJSON for type *main.M2: bad M2
//    *json.MarshalerError json: error calling MarshalText for type *main.M3: bad M3
//    *json.UnsupportedTypeError json: unsupported type: chan int
//    *json.UnsupportedTypeError json: unsupported type: func()
//    *json.MarshalerError json: error calling MarshalJSON for type *main.M2: bad M2
//    syntax 6 invalid character '}' looking for beginning of value
//    *json.MarshalerError json: error calling MarshalJSONTo for type *json.Number: cannot parse "x" as JSON number: invalid syntax
//    syntax 1 unexpected end of JSON input
//    *json.MarshalerError json: error calling MarshalText for type *main.M3: bad M3
//    *json.UnsupportedValueError json: unsupported value: +Inf
//    *json.UnsupportedValueError json: unsupported value: +Inf
//    *json.UnsupportedValueError json: unsupported value: -Inf
//   *json.UnsupportedValueError json: unsupported value: encountered a cycle via *main.loop
//   *json.UnsupportedValueError json: unsupported value: encountered a cycle via []interface {}
//   *json.UnsupportedValueError json: unsupported value: encountered a cycle via map[string]interface {}
