// Values that encoding/json/v2 reads, and errors.
package main

import (
	"encoding"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
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
	// unmarshal
	u("", 0)
	u("1", 0)
	u("1 2", 0)
	u("1.5", 0)
	u("1e3", 0)
	u("300", int8(0))
	u("-1", uint(0))
	u("-0", uint(0))
	u(`"1"`, 0)
	u(`"1"`, 0, json.StringifyNumbers(true))
	u(`1`, 0, json.StringifyNumbers(true))
	u(`" 1"`, 0, json.StringifyNumbers(true))
	u(`"x"`, 0.5, json.StringifyNumbers(true))
	u("null", 5)
	u("true", 5)
	u("[]", 5)
	u("{}", 5)
	u("1e400", 0.5)
	u("1e40", float32(0.5))
	u("1", "s")
	u(`"a\u00e9"`, "s")
	u("true", "s")
	u(`"x"`, true)
	u(`[1,2,3]`, []int{9})
	u(`[1,"x",3]`, []int{9})
	u(`[1,2,3]`, [3]int{9})
	u(`[1,2]`, [3]int{9, 9, 9})
	u(`[1,2,3,4]`, [3]int{9})
	u(`{}`, []int{})
	u(`1`, map[string]int{})
	u(`{"a":1,"b":2}`, map[string]int{"c": 3})
	u(`{"a":1,"a":2}`, map[string]int{"c": 3})
	u(`{"1":1,"2":2}`, map[int]int{})
	u(`{"x":1}`, map[int]int{})
	u(`{"1":1,"01":2}`, map[int]int{})
	u(`{"1":1,"1.0":2}`, map[float64]int{})
	u(`{"true":1}`, map[bool]int{})
	u(`{"k":1}`, map[tm]int{})
	u(`{"bad":1}`, map[tm]int{})
	u(`{"A":1,"b":"x","c":[1,{}]}`, in{})
	u(`{"a":1,"B":"x"}`, in{})
	u(`{"a":1,"B":"x"}`, in{}, json.MatchCaseInsensitiveNames(true))
	u(`{"a":1,"A":2}`, in{}, json.MatchCaseInsensitiveNames(true))
	u(`{"_a-":1}`, in{}, json.MatchCaseInsensitiveNames(true))
	u(`{"A":1,"c":2}`, in{}, json.RejectUnknownMembers(true))
	u(`{"A":1,"A":2}`, in{})
	u(`{"A":1,"A":2}`, in{}, jsontext.AllowDuplicateNames(true))
	u(`{"A":"x","b":!}`, in{})
	u(`{"A":1,"b":!}`, in{})
	u(`{"A":1`, in{})
	u(`{"A":{"x":1}}`, in{})
	u(`[]`, in{})
	u(`null`, in{5, "x"})
	u(`{"A":null,"b":null}`, in{5, "x"})
	u(`"aGk="`, []byte(nil))
	u(`"aGk"`, []byte(nil))
	u(`"aG k="`, []byte(nil))
	u(`"aGk=\n"`, []byte(nil))
	u(`"aGl="`, []byte(nil))
	u(`[1]`, []byte(nil))
	u(`"aGk="`, [2]byte{})
	u(`"aGk="`, [3]byte{})
	u(`"aGk="`, [1]byte{})
	u(`null`, [1]byte{1})
	type nb byte
	u(`[1,2]`, []nb{})
	u(`"aGk="`, []nb{})
	u(`[1,{"a":[null,true,"x",1.5]}]`, any(nil))
	u(`1e999`, any(nil))
	u(`{"a":1e999}`, any(nil))
	u(`{"b":1}`, any(map[string]any{"a": 1}))
	u(`5`, any(3))
	u(`"x"`, any(3))
	u(`{"A":7}`, any(&in{B: "keep"}))
	u(`1`, io.Reader(nil))
	u(`null`, io.Reader(strings.NewReader("")))
	u(`1`, error(nil))
	u(`"2020-01-02T03:04:05Z"`, time.Time{})
	u(`"2020-01-02T3:04:05Z"`, time.Time{})
	u(`"2020-01-02T03:04:05,5Z"`, time.Time{})
	u(`"2020-01-02T03:04:05+24:00"`, time.Time{})
	u(`"x"`, time.Time{})
	u(`1`, time.Time{})
	u(`null`, time.Unix(1, 0))
	u(`1`, time.Second)
	u(`"1s"`, time.Second)
	u(`"x"`, tm{})
	u(`"bad"`, tm{})
	u(`1`, tm{})
	u(`null`, tm{"x"})
	u(`["x","bad"]`, []tm{})
	for _, s := range []string{`1`, `"e"`, `"u"`, `"s"`, `null`, ` { "a" : 1 } `} {
		u(s, mj{})
		u(`[`+s+`]`, []mj{})
	}
	for n := range 11 {
		u(`[1,2]`, mt{n})
		u(`{"k":[1,2],"l":3}`, map[string]*mt{"k": {n}})
	}
	u(`{"F":1}`, struct{ F func() }{})
	u(`{"a":1}`, struct{ a int }{})
	u(`{"A":1,"x":2,"y":[3]}`, struct {
		A int
		X map[string]any `json:",embed"`
	}{})
	u(`{"A":1,"x":2,"y":[3]}`, struct {
		A int
		X jsontext.Value `json:",embed"`
	}{})
	u(`{"A":1,"x":2,"y":[3]}`, struct {
		A int
		X *map[string]int `json:",embed"`
	}{})
	u(`{"A":"1","B":"1.5","C":"7"}`, struct {
		A int     `json:",string"`
		B float64 `json:",string"`
		C *int    `json:",string"`
	}{})
	u(`{"A":1}`, struct {
		A int `json:",string"`
	}{})
	u(`{"A":"x"}`, struct {
		A string `json:",string"`
	}{})
	u(`{"AB":1,"a_b":2,"ab":3}`, struct {
		X int `json:"ab"`
		Y int `json:"a_b,case:ignore"`
	}{})
	u(`{"AB":1}`, struct {
		X int `json:"ab,case:ignore"`
		Y int `json:"a_b,case:ignore"`
	}{})
}

// Output:
// 0 | jsontext: unexpected EOF + +
// 1 | <nil>
// 1 | jsontext: invalid character '2' after top-level value after offset 2 + +
// 0 | json: cannot unmarshal JSON number 1.5 into Go int: invalid syntax {0 "" number 1.5 int} +
// 0 | json: cannot unmarshal JSON number 1e3 into Go int: invalid syntax {0 "" number 1e3 int} +
// 0 | json: cannot unmarshal JSON number 300 into Go int8: value out of range {0 "" number 300 int8} +
// 0 | json: cannot unmarshal JSON number -1 into Go uint: invalid syntax {0 "" number -1 uint} +
// 0 | json: cannot unmarshal JSON number -0 into Go uint: invalid syntax {0 "" number -0 uint} +
// 0 | json: cannot unmarshal JSON string into Go int {0 "" string  int}
// 1 | <nil>
// 0 | json: cannot unmarshal JSON number into Go int {0 "" number  int}
// 0 | json: cannot unmarshal JSON string " 1" into Go int: invalid syntax {0 "" string " 1" int} +
// 0.5 | json: cannot unmarshal JSON string "x" into Go float64: invalid syntax {0 "" string "x" float64} +
// 0 | <nil>
// 5 | json: cannot unmarshal JSON boolean into Go int {0 "" true  int}
// 5 | json: cannot unmarshal JSON array into Go int {0 "" [  int}
// 5 | json: cannot unmarshal JSON object into Go int {0 "" {  int}
// 0.5 | json: cannot unmarshal JSON number 1e400 into Go float64: value out of range {0 "" number 1e400 float64} +
// 0.5 | json: cannot unmarshal JSON number 1e40 into Go float32: value out of range {0 "" number 1e40 float32} +
// s | json: cannot unmarshal JSON number into Go string {0 "" number  string}
// aé | <nil>
// s | json: cannot unmarshal JSON boolean into Go string {0 "" true  string}
// true | json: cannot unmarshal JSON string into Go bool {0 "" string  bool}
// [1 2 3] | <nil>
// [1 0] | json: cannot unmarshal JSON string into Go int within "/1" {3 "/1" string  int}
// [1 2 3] | <nil>
// [1 2 0] | json: cannot unmarshal JSON array into Go [3]int after offset 4: too few array elements {4 "" ]  [3]int} +
// [1 2 3] | json: cannot unmarshal JSON array into Go [3]int after offset 8: too many array elements {8 "" ]  [3]int} +
// [] | json: cannot unmarshal JSON object into Go []int {0 "" {  []int}
// map[] | json: cannot unmarshal JSON number into Go map[string]int {0 "" number  map[string]int}
// map[a:1 b:2 c:3] | <nil>
// map[a:1 c:3] | jsontext: duplicate object member name "a" + +
// map[1:1 2:2] | <nil>
// map[] | json: cannot unmarshal JSON string "x" into Go int within "/x": invalid syntax {1 "/x" string "x" int} +
// map[1:1] | json: cannot unmarshal JSON string "01" into Go int within "/01": invalid syntax {7 "/01" string "01" int} +
// map[1:1] | jsontext: duplicate object member name "1.0" + +
// map[] | json: cannot unmarshal JSON string into Go bool within "/true" {1 "/true" string  bool}
// map[{s:k}:1] | <nil>
// map[] | json: cannot unmarshal JSON string into Go main.tm within "/bad": bad text {1 "/bad" string  main.tm} +
// {A:1 B:x} | <nil>
// {A:0 B:} | <nil>
// {A:1 B:x} | <nil>
// {A:1 B:} | jsontext: duplicate object member name "A" + +
// {A:1 B:} | <nil>
// {A:1 B:} | json: cannot unmarshal JSON string into Go main.in: unknown object member name "c" {7 "/c" string  main.in} +
// {A:1 B:} | jsontext: duplicate object member name "A" + +
// {A:2 B:} | <nil>
// {A:0 B:} | json: cannot unmarshal JSON string into Go int within "/A" {5 "/A" string  int}
// {A:1 B:} | jsontext: invalid character '!' at start of value within "/b" after offset 11 + +
// {A:1 B:} | jsontext: unexpected EOF after offset 6 + +
// {A:0 B:} | json: cannot unmarshal JSON object into Go int within "/A" {5 "/A" {  int}
// {A:0 B:} | json: cannot unmarshal JSON array into Go main.in {0 "" [  main.in}
// {A:0 B:} | <nil>
// {A:0 B:} | <nil>
// [104 105] | <nil>
// [] | json: cannot unmarshal JSON string into Go []uint8: illegal base64 data at input byte 0 {0 "" string  []uint8} +
// [] | json: cannot unmarshal JSON string into Go []uint8: illegal base64 data at input byte 2 {0 "" string  []uint8} +
// [] | json: cannot unmarshal JSON string into Go []uint8: illegal character '\n' at offset 4 {0 "" string  []uint8} +
// [104 105] | <nil>
// [] | json: cannot unmarshal JSON array into Go []uint8 {0 "" [  []uint8}
// [104 105] | <nil>
// [104 105 0] | json: cannot unmarshal JSON string into Go [3]uint8: decoded length of 2 mismatches array length of 3 {0 "" string  [3]uint8} +
// [104] | json: cannot unmarshal JSON string into Go [1]uint8: decoded length of 2 mismatches array length of 1 {0 "" string  [1]uint8} +
// [0] | <nil>
// [1 2] | <nil>
// [] | json: cannot unmarshal JSON string into Go []main.nb {0 "" string  []main.nb}
// [1 map[a:[<nil> true x 1.5]]] | <nil>
// 0 | json: cannot unmarshal JSON number 1e999 into Go float64: value out of range {0 "" number 1e999 float64} +
// map[a:0] | json: cannot unmarshal JSON number 1e999 into Go float64 within "/a": value out of range {5 "/a" number 1e999 float64} +
// map[a:1 b:1] | <nil>
// 5 | <nil>
// 3 | json: cannot unmarshal JSON string into Go int {0 "" string  int}
// &{A:7 B:keep} | <nil>
// <nil> | json: cannot unmarshal into Go io.Reader: cannot derive concrete type for nil interface with finite type set {0 "" invalid  io.Reader} +
// <nil> | <nil>
// <nil> | json: cannot unmarshal into Go error: cannot derive concrete type for nil interface with finite type set {0 "" invalid  error} +
// 2020-01-02 03:04:05 +0000 UTC | <nil>
// 0001-01-01 00:00:00 +0000 UTC | json: cannot unmarshal JSON string into Go time.Time: parsing time "2020-01-02T3:04:05Z" as "2006-01-02T15:04:05Z07:00": cannot parse "3" as "15" {0 "" string  time.Time} +
// 0001-01-01 00:00:00 +0000 UTC | json: cannot unmarshal JSON string into Go time.Time: parsing time "2020-01-02T03:04:05,5Z" as "2006-01-02T15:04:05Z07:00": cannot parse "," as "." {0 "" string  time.Time} +
// 0001-01-01 00:00:00 +0000 UTC | json: cannot unmarshal JSON string into Go time.Time: parsing time "2020-01-02T03:04:05+24:00": timezone hour out of range {0 "" string  time.Time} +
// 0001-01-01 00:00:00 +0000 UTC | json: cannot unmarshal JSON string into Go time.Time: parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006" {0 "" string  time.Time} +
// 0001-01-01 00:00:00 +0000 UTC | json: cannot unmarshal JSON number into Go time.Time {0 "" number  time.Time}
// 0001-01-01 00:00:00 +0000 UTC | <nil>
// 1s | json: cannot unmarshal into Go time.Duration: no default representation {0 "" invalid  time.Duration} +
// 1s | json: cannot unmarshal into Go time.Duration: no default representation {0 "" invalid  time.Duration} +
// {s:x} | <nil>
// {s:} | json: cannot unmarshal JSON string into Go main.tm: bad text {0 "" string  main.tm} +
// {s:} | json: cannot unmarshal JSON number into Go main.tm: JSON value must be string type {0 "" number  main.tm} +
// {s:} | <nil>
// [{s:x} {s:}] | json: cannot unmarshal JSON string into Go main.tm within "/1": bad text {5 "/1" string  main.tm} +
// {s:1} | <nil>
// [{s:1}] | <nil>
// {s:} | json: cannot unmarshal JSON string into Go main.mj: my error {0 "" string  main.mj} +
// [{s:}] | json: cannot unmarshal JSON string into Go main.mj within "/0": my error {1 "/0" string  main.mj} +
// {s:} | json: cannot unmarshal JSON string into Go main.mj: UnmarshalJSON method may not return errors.ErrUnsupported {0 "" string  main.mj} +
// [{s:}] | json: cannot unmarshal JSON string into Go main.mj within "/0": UnmarshalJSON method may not return errors.ErrUnsupported {1 "/0" string  main.mj} +
// {s:} | json: cannot handle: sem {0 "" invalid  <nil>} +
// [{s:}] | json: cannot handle within "/0": sem {1 "/0" invalid  <nil>} +
// {s:null} | <nil>
// [{s:null}] | <nil>
// {s:{ "a" : 1 }} | <nil>
// [{s:{ "a" : 1 }}] | <nil>
// {n:0} | json: cannot unmarshal into Go main.mt: must read or write exactly one value {0 "" invalid  main.mt} +
// map[k:0x] | json: cannot unmarshal into Go main.mt within "/k": must read or write exactly one value {5 "/k" invalid  main.mt} +
// {n:1} | <nil>
// map[k:0x l:0x] | json: cannot unmarshal into Go main.mt within "/l": must read or write exactly one value {15 "/l" invalid  main.mt} +
// {n:2} | json: cannot unmarshal into Go main.mt after offset 4: unexpected EOF {4 "" invalid  main.mt} +
// map[k:0x] | json: cannot unmarshal into Go main.mt within "/l": must read or write exactly one value {11 "/l" invalid  main.mt} +
// {n:3} | json: cannot unmarshal into Go main.mt: mt error {0 "" invalid  main.mt} +
// map[k:0x] | json: cannot unmarshal into Go main.mt within "/k": mt error {5 "/k" invalid  main.mt} +
// {n:4} | json: cannot unmarshal JSON array into Go main.mt {0 "" [  main.mt}
// map[k:0x] | json: cannot unmarshal JSON array into Go main.mt within "/k" {5 "/k" [  main.mt}
// {n:5} | json: cannot unmarshal into Go main.mt after offset 4: unsupported calls must not read or write any tokens {4 "" invalid  main.mt} +
// map[k:0x] | json: cannot unmarshal into Go main.mt within "/k": unsupported calls must not read or write any tokens {9 "/k" invalid  main.mt} +
// {n:6} | json: cannot unmarshal into Go main.mt: must read or write exactly one value {0 "" invalid  main.mt} +
// map[k:0x] | json: cannot unmarshal into Go main.mt within "/k": must read or write exactly one value {5 "/k" invalid  main.mt} +
// {n:7} | json: cannot unmarshal into Go main.mt: sem {0 "" invalid  main.mt} +
// map[k:0x] | json: cannot unmarshal into Go main.mt within "/k": sem {5 "/k" invalid  main.mt} +
// {n:8} | json: cannot unmarshal into Go main.mt: must read or write exactly one value {0 "" invalid  main.mt} +
// map[k:0x] | json: cannot unmarshal into Go main.mt within "/k": must read or write exactly one value {5 "/k" invalid  main.mt} +
// {n:9} | json: cannot unmarshal into Go main.mt: unexpected EOF {0 "" invalid  main.mt} +
// map[k:0x] | json: cannot unmarshal into Go main.mt within "/k": unexpected EOF {5 "/k" invalid  main.mt} +
// {n:10} | json: cannot unmarshal into Go chan int {0 "" invalid  chan int}
// map[k:0x] | json: cannot unmarshal into Go chan int within "/k" {5 "/k" invalid  chan int}
// {F:<nil>} | json: cannot unmarshal into Go func() within "/F" {5 "/F" invalid  func()}
// {a:0} | json: cannot unmarshal JSON object into Go struct { a int }: Go struct has no exported fields {0 "" {  struct { a int }} +
// {A:1 X:map[x:2 y:[3]]} | <nil>
// {A:1 X:{"x":2,"y":[3]}} | <nil>
// {A:1 X:0x} | json: cannot unmarshal JSON array into Go int within "/y" {17 "/y" [  int}
// {A:1 B:1.5 C:0x} | <nil>
// {A:0} | json: cannot unmarshal JSON number into Go int within "/A" {5 "/A" number  int}
// {A:} | json: cannot unmarshal into Go string within "/A": invalid use of `string` tag option {5 "/A" invalid  string} +
// {X:0 Y:1} | jsontext: duplicate object member name "a_b" + +
// {X:0 Y:0} | json: cannot unmarshal JSON string into Go struct { X int "json:\"ab,case:ignore\""; Y int "json:\"a_b,case:ignore\"" }: ambiguous object member name "AB" {1 "/AB" string  struct { X int "json:\"ab,case:ignore\""; Y int "json:\"a_b,case:ignore\"" }} +
