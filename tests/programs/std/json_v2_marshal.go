// Values that encoding/json/v2 writes, and errors.
package main

import (
	"encoding"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"time"
)

func show(v any, err error) {
	if b, ok := v.([]byte); ok {
		v = string(b)
	}
	fmt.Printf("%v | %s", v, strings.ReplaceAll(fmt.Sprint(err), "unable to", "cannot"))
	for e := err; e != nil; e = errors.Unwrap(e) {
		if s, ok := e.(*json.SemanticError); ok {
			fmt.Printf(" {%d %q %v %s %v}", s.ByteOffset, s.JSONPointer, s.JSONKind, string(s.JSONValue), s.GoType)
		} else {
			fmt.Printf(" +")
		}
	}
	fmt.Println()
}

var addresses = regexp.MustCompile("0x[0-9a-f]+")

func m(v any, o ...json.Options) { b, err := json.Marshal(v, o...); show(b, err) }
func u[T any](in string, v T, o ...json.Options) {
	defer func() {
		if x := recover(); x != nil {
			fmt.Println("panic", x)
		}
	}()
	err := json.Unmarshal([]byte(in), &v, o...)
	show(addresses.ReplaceAllString(fmt.Sprintf("%+v", v), "0x"), err)
}

type in struct {
	A int
	B string `json:"b,omitempty"`
}
type tm struct{ s string }

func (t tm) MarshalText() ([]byte, error) { return []byte(t.s), nil }
func (t *tm) UnmarshalText(b []byte) error {
	if string(b) == "bad" {
		return errors.New("bad text")
	}
	t.s = string(b)
	return nil
}

type ta struct{}

func (ta) AppendText(b []byte) ([]byte, error) { return append(b, "appended"...), nil }

type te struct{}

func (te) MarshalText() ([]byte, error) { return nil, errors.New("no text") }

type tu struct{}

func (tu) MarshalText() ([]byte, error) { return []byte("\xff"), nil }

type mj struct{ s string }

func (x mj) MarshalJSON() ([]byte, error) {
	if x.s == "e" {
		return nil, errors.New("no json")
	}
	if x.s == "u" {
		return nil, errors.ErrUnsupported
	}
	return []byte(x.s), nil
}
func (x *mj) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case `"e"`:
		return errors.New("my error")
	case `"u"`:
		return errors.ErrUnsupported
	case `"s"`:
		return &json.SemanticError{Err: errors.New("sem")}
	}
	x.s = string(b)
	return nil
}

type mt struct{ n int }

func (x mt) MarshalJSONTo(e *jsontext.Encoder) error {
	switch x.n {
	case 0:
		return nil
	case 1:
		return e.WriteToken(jsontext.String("one"))
	case 2:
		e.WriteToken(jsontext.Null)
		return e.WriteToken(jsontext.Null)
	case 3:
		return errors.New("mt error")
	case 4:
		return errors.ErrUnsupported
	case 5:
		e.WriteToken(jsontext.Null)
		return errors.ErrUnsupported
	case 6:
		return e.WriteToken(jsontext.BeginArray)
	case 7:
		return &json.SemanticError{Err: errors.New("sem")}
	case 8:
		return e.WriteToken(jsontext.EndArray)
	case 9:
		return io.EOF
	case 10:
		return json.MarshalEncode(e, make(chan int))
	case 11:
		return e.WriteValue(jsontext.Value("[1,x]"))
	case 12:
		return nil
	}
	return nil
}
func (x *mt) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	switch x.n {
	case 0:
		return nil
	case 1:
		return d.SkipValue()
	case 2:
		d.SkipValue()
		return d.SkipValue()
	case 3:
		return errors.New("mt error")
	case 4:
		return errors.ErrUnsupported
	case 5:
		d.SkipValue()
		return errors.ErrUnsupported
	case 6:
		_, err := d.ReadToken()
		return err
	case 7:
		d.ReadToken()
		return &json.SemanticError{Err: errors.New("sem")}
	case 9:
		return io.EOF
	case 10:
		return json.UnmarshalDecode(d, new(chan int))
	}
	return nil
}

var _ encoding.TextMarshaler = tm{}

func main() {
	m(1)
	m(in{1, ""})
	m(&in{1, "x"})
	m(nil)
	m([]int(nil))
	m(map[string]int(nil))
	m([]byte("hi"))
	m([3]byte{1, 2, 3})
	type nb byte
	m([]nb{1, 2})
	m([2]nb{1, 2})
	m(math.NaN())
	m(math.Inf(-1))
	m([]float32{0.1, 1e30})
	m("\xff")
	m([]string{"a", "\xff"})
	m(map[string]any{"a": []any{1, "\xff"}})
	m(map[int]string{3: "x"})
	m(map[float64]string{1.5: "x"})
	m(map[bool]string{true: "x"})
	m(map[float64]string{math.NaN(): "x"})
	m(map[any]int{"a": 1}, json.Deterministic(true))
	m(map[any]int{5: 1}, json.Deterministic(true))
	m(map[[1]int]int{{5}: 1}, json.Deterministic(true))
	m(map[tm]int{{"k"}: 1})
	m(map[string]int{"b": 1, "a": 2, "é": 3, "😀": 4, "\uffff": 5}, json.Deterministic(true))
	m(make(chan int))
	m(func() {})
	m(complex(1, 2))
	m([]any{make(chan int)})
	m(struct{ F func() }{})
	m(struct{ F any }{make(chan int)})
	m(time.Second)
	m([]time.Duration{time.Second})
	m(time.Date(2020, 1, 2, 3, 4, 5, 6000, time.UTC))
	m(time.Date(20200, 1, 2, 3, 4, 5, 6000, time.UTC))
	m(time.Date(2020, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3601)))
	m(time.Date(2020, 1, 2, 3, 4, 5, 0, time.FixedZone("", 24*3600)))
	m(tm{"t"})
	m(&tm{"t"})
	m((*tm)(nil))
	m(ta{})
	m(te{})
	m([]any{te{}})
	m(tu{})
	for _, s := range []string{"1", "x", "", "1 2", "[1,2", "e", "u", " { \"a\" : 1 } ", `{"a":1,"a":2}`} {
		m(mj{s})
		m([]any{0, mj{s}})
	}
	for n := range 13 {
		m(mt{n})
		m(map[string]any{"k": mt{n}})
	}
	type e struct{}
	m(e{})
	m(struct{ a int }{})
	m(struct {
		a int `json:"a"`
	}{})
	m(struct {
		A int `json:"a"`
		B int `json:"a"`
	}{})
	m(struct {
		A int `json:"a,bogus"`
	}{})
	m(struct {
		A int `json:"a,omitempty,omitempty"`
	}{})
	m(struct {
		A int `json:"a,case:foo"`
	}{})
	m(struct {
		A int `json:"a,case:ignore,case:strict"`
	}{})
	m(struct {
		A int `json:"a,case"`
	}{})
	m(struct {
		A int `json:"a,OmitEmpty"`
	}{})
	m(struct {
		A int `json:",embed"`
	}{})
	m(struct {
		A map[int]int `json:",embed"`
	}{})
	m(struct {
		A map[string]int `json:"x,embed"`
	}{})
	m(struct {
		A map[string]int `json:",embed"`
		B map[string]int `json:",embed"`
	}{})
	m(struct {
		A tm `json:",embed"`
	}{})
	m(struct {
		A int `json:"a,format:x"`
	}{})
	m(struct {
		A string `json:",string"`
	}{"x"})
	m(struct {
		A int     `json:",string"`
		B float64 `json:",string"`
		C *int    `json:",string"`
		D []int   `json:",omitempty"`
	}{1, 2, nil, nil})
	m(struct {
		A []int `json:",string"`
	}{[]int{1}})
	m(struct {
		A int `json:"'quo,ted'"`
		B int `json:"'it\\'s'"`
		C int `json:"'"`
		D int `json:"'x'y"`
	}{})
	m(struct {
		A int `json:"'x'y"`
	}{})
	m(struct {
		A int `json:"a\"b"`
	}{})
	m(struct {
		A int `json:"a b,"`
	}{})
	m(struct {
		A int `json:"a, omitempty"`
	}{})
	m(struct {
		A int `json:"-,"`
	}{})
	m(struct {
		A int `json:"'-'"`
	}{})
	m(struct {
		A int `json:"é!#"`
	}{})
	m(struct {
		A int `json:",inline"`
	}{})
	m(struct {
		A int `json:",unknown"`
	}{})
	m(struct {
		A jsontext.Value `json:",embed"`
		B int
	}{jsontext.Value(`{"x":1,"B":2}`), 1})
	m(struct {
		A jsontext.Value `json:",embed"`
		B int
	}{jsontext.Value(`[]`), 1})
	m(struct {
		A map[string]any `json:",embed"`
		B int
	}{map[string]any{"B": 2}, 1})
	m(struct {
		A map[string]any `json:",embed"`
		B int
	}{map[string]any{"z": 1}, 1})
	m(struct {
		A int            `json:",omitempty"`
		B string         `json:",omitempty"`
		C *in            `json:",omitempty"`
		D any            `json:",omitempty"`
		E struct{}       `json:",omitempty"`
		F in             `json:",omitzero"`
		G tm             `json:",omitempty"`
		H mj             `json:",omitempty"`
		I [0]int         `json:",omitempty"`
		J jsontext.Value `json:",omitempty"`
		K time.Time      `json:",omitzero"`
		L []byte         `json:",omitempty"`
	}{D: map[string]any{}, H: mj{"[ ]"}, J: jsontext.Value("null")})
	m(in{}, json.OmitZeroStructFields(true))
	m([]any{1, in{}, nil}, jsontext.Multiline(true))
	m(map[string][]int{"a": {}, "b": {1}}, json.Deterministic(true), jsontext.WithIndent("  "), jsontext.WithIndentPrefix(" "))
	m([]any{int64(1) << 60, 1.5, uint8(3), "<>"}, json.StringifyNumbers(true), jsontext.EscapeForHTML(true))
	type cyc struct{ C *cyc }
	c := &cyc{}
	c.C = c
	b, err := json.Marshal(c)
	fmt.Println(len(b), strings.Count(err.Error(), "/C"), err.Error()[len(err.Error())-60:])
}

// Output:
// 1 | <nil>
// {"A":1} | <nil>
// {"A":1,"b":"x"} | <nil>
// null | <nil>
// [] | <nil>
// {} | <nil>
// "aGk=" | <nil>
// "AQID" | <nil>
// [1,2] | <nil>
// [1,2] | <nil>
//  | json: cannot marshal from Go float64: unsupported value: NaN {0 "" invalid  float64} +
//  | json: cannot marshal from Go float64: unsupported value: -Inf {0 "" invalid  float64} +
// [0.1,1e+30] | <nil>
//  | jsontext: invalid UTF-8 + +
// ["a" | jsontext: invalid UTF-8 within "/1" after offset 5 + +
// {"a":[1 | jsontext: invalid UTF-8 within "/a/1" after offset 8 + +
// {"3":"x"} | <nil>
// {"1.5":"x"} | <nil>
// { | json: cannot marshal from Go bool: object member name must be a string after offset 1 {1 "" invalid  bool} + +
// { | json: cannot marshal from Go float64 after offset 1: unsupported value: NaN {1 "" invalid  float64} +
// {"a":1} | <nil>
// {"5":1} | <nil>
// { | json: cannot marshal from Go [1]int: object member name must be a string after offset 1 {1 "" invalid  [1]int} + +
// {"k":1} | <nil>
// {"a":2,"b":1,"é":3,"￿":5,"😀":4} | <nil>
//  | json: cannot marshal from Go chan int {0 "" invalid  chan int}
//  | json: cannot marshal from Go func() {0 "" invalid  func()}
//  | json: cannot marshal from Go complex128 {0 "" invalid  complex128}
// [ | json: cannot marshal from Go chan int within "/0" {1 "/0" invalid  chan int}
// {"F" | json: cannot marshal from Go func() within "/F" {5 "/F" invalid  func()}
// {"F" | json: cannot marshal from Go chan int within "/F" {5 "/F" invalid  chan int}
//  | json: cannot marshal from Go time.Duration: no default representation {0 "" invalid  time.Duration} +
// [ | json: cannot marshal from Go time.Duration within "/0": no default representation {1 "/0" invalid  time.Duration} +
// "2020-01-02T03:04:05.000006Z" | <nil>
//  | json: cannot marshal from Go time.Time: year outside of range [0,9999] {0 "" invalid  time.Time} +
// "2020-01-02T03:04:05+01:00" | <nil>
//  | json: cannot marshal from Go time.Time: timezone hour outside of range [0,23] {0 "" invalid  time.Time} +
// "t" | <nil>
// "t" | <nil>
// null | <nil>
// "appended" | <nil>
//  | json: cannot marshal from Go main.te: no text {0 "" invalid  main.te} +
// [ | json: cannot marshal from Go main.te within "/0": no text {1 "/0" invalid  main.te} +
//  | json: cannot marshal from Go main.tu: invalid UTF-8 {0 "" invalid  main.tu} + +
// 1 | <nil>
// [0,1] | <nil>
//  | json: cannot marshal from Go main.mj: invalid character 'x' at start of value {0 "" invalid  main.mj} + +
// [0 | json: cannot marshal from Go main.mj: invalid character 'x' at start of value within "/1" after offset 3 {3 "/1" invalid  main.mj} + +
//  | json: cannot marshal from Go main.mj: unexpected EOF {0 "" invalid  main.mj} + +
// [0 | json: cannot marshal from Go main.mj: unexpected EOF within "/1" after offset 3 {3 "/1" invalid  main.mj} + +
//  | json: cannot marshal from Go main.mj: invalid character '2' after top-level value after offset 2 {0 "" invalid  main.mj} + +
// [0 | json: cannot marshal from Go main.mj within "/1": invalid character '2' after top-level value after offset 5 {3 "/1" invalid  main.mj} + +
//  | json: cannot marshal from Go main.mj: unexpected EOF after offset 4 {0 "" invalid  main.mj} + +
// [0 | json: cannot marshal from Go main.mj: unexpected EOF within "/1" after offset 7 {3 "/1" invalid  main.mj} + +
//  | json: cannot marshal from Go main.mj: no json {0 "" invalid  main.mj} +
// [0 | json: cannot marshal from Go main.mj within "/1": no json {3 "/1" invalid  main.mj} +
//  | json: cannot marshal from Go main.mj: MarshalJSON method may not return errors.ErrUnsupported {0 "" invalid  main.mj} +
// [0 | json: cannot marshal from Go main.mj within "/1": MarshalJSON method may not return errors.ErrUnsupported {3 "/1" invalid  main.mj} +
// {"a":1} | <nil>
// [0,{"a":1}] | <nil>
//  | json: cannot marshal from Go main.mj: duplicate object member name "a" {0 "" invalid  main.mj} + +
// [0 | json: cannot marshal from Go main.mj: duplicate object member name "a" within "/1" {3 "/1" invalid  main.mj} + +
//  | json: cannot marshal from Go main.mt: must read or write exactly one value {0 "" invalid  main.mt} +
// {"k" | json: cannot marshal from Go main.mt within "/k": must read or write exactly one value {5 "/k" invalid  main.mt} +
// "one" | <nil>
// {"k":"one"} | <nil>
// nullnull | json: cannot marshal from Go main.mt after offset 8: must read or write exactly one value {8 "" invalid  main.mt} +
// {"k":null | json: cannot marshal from Go main.mt within "/k": object member name must be a string after offset 10 {10 "/k" invalid  main.mt} + +
//  | json: cannot marshal from Go main.mt: mt error {0 "" invalid  main.mt} +
// {"k" | json: cannot marshal from Go main.mt within "/k": mt error {5 "/k" invalid  main.mt} +
//  | json: cannot marshal from Go main.mt: Go struct has no exported fields {0 "" invalid  main.mt} +
// {"k" | json: cannot marshal from Go main.mt within "/k": Go struct has no exported fields {5 "/k" invalid  main.mt} +
// null | json: cannot marshal from Go main.mt after offset 4: unsupported calls must not read or write any tokens {4 "" invalid  main.mt} +
// {"k":null | json: cannot marshal from Go main.mt within "/k": unsupported calls must not read or write any tokens {10 "/k" invalid  main.mt} +
// [ | json: cannot marshal from Go main.mt after offset 1: must read or write exactly one value {1 "" invalid  main.mt} +
// {"k":[ | json: cannot marshal from Go main.mt within "/k": must read or write exactly one value {6 "/k" invalid  main.mt} +
//  | json: cannot marshal from Go main.mt: sem {0 "" invalid  main.mt} +
// {"k" | json: cannot marshal from Go main.mt within "/k": sem {5 "/k" invalid  main.mt} +
//  | json: cannot marshal from Go main.mt: mismatching structural token for object or array {0 "" invalid  main.mt} + +
// {"k" | json: cannot marshal from Go main.mt: mismatching structural token for object or array within "/k" after offset 5 {5 "/k" invalid  main.mt} + +
//  | json: cannot marshal from Go main.mt: unexpected EOF {0 "" invalid  main.mt} +
// {"k" | json: cannot marshal from Go main.mt within "/k": unexpected EOF {5 "/k" invalid  main.mt} +
//  | json: cannot marshal from Go chan int {0 "" invalid  chan int}
// {"k" | json: cannot marshal from Go chan int within "/k" {5 "/k" invalid  chan int}
//  | json: cannot marshal from Go main.mt: invalid character 'x' at start of value within "/1" after offset 3 {0 "" invalid  main.mt} + +
// {"k" | json: cannot marshal from Go main.mt: invalid character 'x' at start of value within "/k/1" after offset 8 {5 "/k" invalid  main.mt} + +
//  | json: cannot marshal from Go main.mt: must read or write exactly one value {0 "" invalid  main.mt} +
// {"k" | json: cannot marshal from Go main.mt within "/k": must read or write exactly one value {5 "/k" invalid  main.mt} +
// {} | <nil>
//  | json: cannot marshal from Go struct { a int }: Go struct has no exported fields {0 "" invalid  struct { a int }} +
//  | json: cannot marshal from Go struct { a int "json:\"a\"" }: unexported Go struct field a cannot have non-ignored `json:"a"` tag {0 "" invalid  struct { a int "json:\"a\"" }} +
//  | json: cannot marshal from Go struct { A int "json:\"a\""; B int "json:\"a\"" }: Go struct fields A and B conflict over JSON object name "a" {0 "" invalid  struct { A int "json:\"a\""; B int "json:\"a\"" }} +
// {"a":0} | <nil>
//  | json: cannot marshal from Go struct { A int "json:\"a,omitempty,omitempty\"" }: Go struct field A has duplicate appearance of `omitempty` tag option {0 "" invalid  struct { A int "json:\"a,omitempty,omitempty\"" }} +
//  | json: cannot marshal from Go struct { A int "json:\"a,case:foo\"" }: Go struct field A has unknown `case:foo` tag value {0 "" invalid  struct { A int "json:\"a,case:foo\"" }} +
//  | json: cannot marshal from Go struct { A int "json:\"a,case:ignore,case:strict\"" }: Go struct field A cannot have both `case:ignore` and `case:strict` tag options {0 "" invalid  struct { A int "json:\"a,case:ignore,case:strict\"" }} +
//  | json: cannot marshal from Go struct { A int "json:\"a,case\"" }: Go struct field A is missing value for `case` tag option; specify `case:ignore` or `case:strict` instead {0 "" invalid  struct { A int "json:\"a,case\"" }} +
//  | json: cannot marshal from Go struct { A int "json:\"a,OmitEmpty\"" }: Go struct field A has invalid appearance of `OmitEmpty` tag option; specify `omitempty` instead {0 "" invalid  struct { A int "json:\"a,OmitEmpty\"" }} +
//  | json: cannot marshal from Go struct { A int "json:\",embed\"" }: embedded Go struct field A of type int must be a Go struct, Go map of string key, or jsontext.Value {0 "" invalid  struct { A int "json:\",embed\"" }} +
//  | json: cannot marshal from Go struct { A map[int]int "json:\",embed\"" }: embedded Go struct field A of type map[int]int must be a Go struct, Go map of string key, or jsontext.Value {0 "" invalid  struct { A map[int]int "json:\",embed\"" }} +
//  | json: cannot marshal from Go struct { A map[string]int "json:\"x,embed\"" }: Go struct field A cannot have any options other than `embed` specified {0 "" invalid  struct { A map[string]int "json:\"x,embed\"" }} +
//  | json: cannot marshal from Go struct { A map[string]int "json:\",embed\""; B map[string]int "json:\",embed\"" }: embedded Go struct fields A and B cannot both be a Go map or jsontext.Value {0 "" invalid  struct { A map[string]int "json:\",embed\""; B map[string]int "json:\",embed\"" }} +
//  | json: cannot marshal from Go struct { A main.tm "json:\",embed\"" }: embedded Go struct field A of type main.tm must not implement marshal or unmarshal methods {0 "" invalid  struct { A main.tm "json:\",embed\"" }} +
//  | json: cannot marshal from Go struct { A int "json:\"a,format:x\"" }: Go struct field A has unsupported `format` tag option {0 "" invalid  struct { A int "json:\"a,format:x\"" }} +
// {"A" | json: cannot marshal from Go string within "/A": invalid use of `string` tag option {5 "/A" invalid  string} +
// {"A":"1","B":"2","C":null} | <nil>
// {"A" | json: cannot marshal from Go []int within "/A": invalid use of `string` tag option {5 "/A" invalid  []int} +
//  | json: cannot marshal from Go struct: Go struct field A has malformed `json` tag: invalid character '\'' at start of option (expecting Unicode letter) {0 "" invalid  struct { A int "json:\"'quo,ted'\""; B int "json:\"'it\\\\'s'\""; C int "json:\"'\""; D int "json:\"'x'y\"" }} +
//  | json: cannot marshal from Go struct { A int "json:\"'x'y\"" }: Go struct field A has malformed `json` tag: invalid character '\'' at start of option (expecting Unicode letter) {0 "" invalid  struct { A int "json:\"'x'y\"" }} +
//  | json: cannot marshal from Go struct { A int "json:\"a\\\"b\"" }: Go struct field A has malformed `json` tag: invalid character '"' before next option (expecting ',') {0 "" invalid  struct { A int "json:\"a\\\"b\"" }} +
//  | json: cannot marshal from Go struct { A int "json:\"a b,\"" }: Go struct field A has malformed `json` tag: invalid trailing ',' character {0 "" invalid  struct { A int "json:\"a b,\"" }} +
//  | json: cannot marshal from Go struct { A int "json:\"a, omitempty\"" }: Go struct field A has malformed `json` tag: invalid character ' ' at start of option (expecting Unicode letter) {0 "" invalid  struct { A int "json:\"a, omitempty\"" }} +
//  | json: cannot marshal from Go struct { A int "json:\"-,\"" }: Go struct field A has malformed `json` tag: invalid trailing ',' character {0 "" invalid  struct { A int "json:\"-,\"" }} +
//  | json: cannot marshal from Go struct { A int "json:\"'-'\"" }: Go struct field A has malformed `json` tag: invalid character '\'' at start of option (expecting Unicode letter) {0 "" invalid  struct { A int "json:\"'-'\"" }} +
// {"é!#":0} | <nil>
// {"A":0} | <nil>
// {"A":0} | <nil>
// {"B":1,"x":1 | jsontext: duplicate object member name "B" + +
// {"B":1 | json: cannot marshal from Go jsontext.Value after offset 7: embedded raw value must be a JSON object {7 "" invalid  jsontext.Value} +
// {"B":1 | jsontext: duplicate object member name "B" + +
// {"B":1,"z":1} | <nil>
// {"A":0} | <nil>
// {} | <nil>
// [
// 	1,
// 	{
// 		"A": 0
// 	},
// 	null
// ] | <nil>
// {
//    "a": [],
//    "b": [
//      1
//    ]
//  } | <nil>
// ["1152921504606846976","1.5","3","\u003c\u003e"] | <nil>
// 5004 49 /C/C/C/C/C/C/C/C/C/C/C/C/C/C/C/C/C/C/C": encountered a cycle
