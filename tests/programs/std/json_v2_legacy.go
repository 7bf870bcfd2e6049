// Options of encoding/json in encoding/json/v2.
package main

import (
	jsonv1 "encoding/json"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
)

type S[T any] struct {
	F T `json:",string"`
}
type tm struct{ s string }

func (t tm) MarshalText() ([]byte, error)  { return []byte("5"), nil }
func (t *tm) UnmarshalText(b []byte) error { t.s = string(b); return nil }

type mj struct{ s string }

func (x mj) MarshalJSON() ([]byte, error)  { return []byte("5"), nil }
func (x *mj) UnmarshalJSON(b []byte) error { x.s = string(b); return nil }

type mt struct{ s string }

func (x mt) MarshalJSONTo(e *jsontext.Encoder) error {
	v, ok := json.GetOption(e.Options(), json.StringifyNumbers)
	fmt.Print("opt ", v, ok, "; ")
	return json.MarshalEncode(e, map[string]any{"x": 5, "y": []int{1}}, json.Deterministic(true))
}

type mt2 struct{ s string }

func (x mt2) MarshalJSONTo(e *jsontext.Encoder) error { return json.MarshalEncode(e, 5) }
func (x *mt2) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	var n int
	err := json.UnmarshalDecode(d, &n)
	x.s = fmt.Sprint(n)
	return err
}

type sem struct{ k int }

func (x sem) MarshalJSON() ([]byte, error) { return nil, &json.SemanticError{Err: errors.New("s")} }

type semt struct{ k int }

func (x semt) MarshalText() ([]byte, error) { return nil, &json.SemanticError{Err: errors.New("s")} }
func (x *semt) UnmarshalText([]byte) error  { return &json.SemanticError{Err: errors.New("s")} }

var addresses = regexp.MustCompile("0x[0-9a-f]+")

func plain(err error) string {
	return strings.ReplaceAll(fmt.Sprint(err), "unable to", "cannot")
}

func m(v any, o ...json.Options) {
	b, err := json.Marshal(v, o...)
	fmt.Printf("%s %v\n", b, plain(err))
}
func u[T any](in string, v T, o ...json.Options) {
	err := json.Unmarshal([]byte(in), &v, o...)
	fmt.Printf("%s %v\n", addresses.ReplaceAllString(fmt.Sprintf("%+v", v), "0x"), plain(err))
}

type rec struct {
	R *rec
	M map[string]rec
	S []rec
}
type Emb struct{ A, B int }
type emb struct{ C int }
type Outer struct {
	Emb
	*emb
	A int
	X struct{ Y int } `json:",embed"`
}
type Named struct {
	Emb `json:"named"`
}
type Iface struct {
	error
	fmt.Stringer
}
type unexp struct {
	a int
	B int
}
type col1 struct {
	emb
	Emb2
}
type Emb2 struct{ C int }

func main() {
	for _, b := range []bool{false, true} {
		v1 := jsonv1.DefaultOptionsV1()
		o := []json.Options{v1}
		if b {
			o = append(o, json.Deterministic(false))
		}
		m([]any{"<\xff>", nil, []int(nil)}, o...)
		u(`{"a":1,"A":2,"c":"\ud800"}`, map[string]any{}, o...)
		u(`[1,"x",2]`, []int{}, o...)
		u(`[1,x]`, []int{}, o...)
		m(make(chan int), o...)
		m(S[string]{"x"}, o...)
		m([3]byte{1}, o...)
		m(time.Second, o...)
		u(`null`, 5, o...)
		u(`{"emb":1,"C":5}`, col1{}, o...)
		m(&mj{}, o...)
		u(`[1,2,3]`, [2]int{}, o...)
		u(`{"F":"\"x\""}`, S[string]{}, o...)
	}
	for i, o := range []json.Options{jsonv1.FormatByteArrayAsArray(true), jsonv1.FormatBytesWithLegacySemantics(true), jsonv1.FormatDurationAsNano(true), jsonv1.MergeWithLegacySemantics(true), jsonv1.OmitEmptyWithLegacySemantics(true), jsonv1.UnmarshalArrayFromAnyLength(true), jsonv1.StringifyWithLegacySemantics(true), jsonv1.ReportErrorsWithLegacySemantics(true), jsonv1.ParseBytesWithLooseRFC4648(true), jsonv1.ParseTimeWithLooseRFC3339(true), jsonv1.CallMethodsWithLegacySemantics(true)} {
		type nb byte
		fmt.Println(i)
		m([3]byte{1}, o)
		m([]nb{1}, o)
		m(time.Second, o)
		m(struct {
			A int  `json:",omitempty"`
			B bool `json:",omitempty"`
			C *int `json:",omitempty"`
		}{}, o)
		m(S[string]{"x"}, o)
		m(S[bool]{true}, o)
		m(S[int]{7}, o)
		m(make(chan int), o)
		m(struct{ a int }{}, o)
		u(`null`, 5, o)
		u(`[null,{"A":1}]`, []Emb{{5, 6}, {7, 8}, {9, 9}}, o)
		u(`[1,2,3]`, [2]int{}, o)
		u(`[1]`, [2]int{8, 9}, o)
		u(`"aG\nk="`, []byte{}, o)
		u(`[1]`, []byte{}, o)
		u(`"AQ=="`, []nb{}, o)
		u(`"2020-01-02T3:04:05,5Z"`, time.Time{}, o)
		u(`{"F":"true"}`, S[bool]{}, o)
		u(`{"F":"\"x\""}`, S[string]{}, o)
		u(`{"F":"null"}`, S[int]{5}, o)
		u(`{"F":"1_0"}`, S[int]{5}, o)
		u(`1`, "x", o)
		u(`{"x":1}`, map[mj]int{}, o)
		u(`[1,"x",3,x]`, []int{}, o)
		u(`[1,"x",3]`, []int{}, o)
		m(map[mj]int{{}: 1}, o)
		u(`{"a":{"B":1}}`, map[string]Emb{"a": {5, 6}}, o)
	}
}

// Output:
// ["\u003c�\u003e",null,null] <nil>
// map[A:2 a:1 c:�] <nil>
// [1 0 2] json: cannot unmarshal string into .1 of type int
// [] invalid character 'x' looking for beginning of value
//  json: unsupported type: chan int
// {"F":"\"x\""} <nil>
// [1,0,0] <nil>
// 1000000000 <nil>
// 5 <nil>
// {emb:{C:0} Emb2:{C:0}} <nil>
// 5 <nil>
// [1 2] <nil>
// {F:x} <nil>
// ["\u003c�\u003e",null,null] <nil>
// map[A:2 a:1 c:�] <nil>
// [1 0 2] json: cannot unmarshal string into .1 of type int
// [] invalid character 'x' looking for beginning of value
//  json: unsupported type: chan int
// {"F":"\"x\""} <nil>
// [1,0,0] <nil>
// 1000000000 <nil>
// 5 <nil>
// {emb:{C:0} Emb2:{C:0}} <nil>
// 5 <nil>
// [1 2] <nil>
// {F:x} <nil>
// 0
// [1,0,0] <nil>
// [1] <nil>
//  json: cannot marshal from Go time.Duration: no default representation
// {"A":0,"B":false} <nil>
// {"F" json: cannot marshal from Go string within "/F": invalid use of `string` tag option
// {"F" json: cannot marshal from Go bool within "/F": invalid use of `string` tag option
// {"F":"7"} <nil>
//  json: cannot marshal from Go chan int
//  json: cannot marshal from Go struct { a int }: Go struct has no exported fields
// 0 <nil>
// [{A:0 B:0} {A:1 B:0}] <nil>
// [1 2] json: cannot unmarshal JSON array into Go [2]int after offset 6: too many array elements
// [1 0] json: cannot unmarshal JSON array into Go [2]int after offset 2: too few array elements
// [] json: cannot unmarshal JSON string into Go []uint8: illegal character '\n' at offset 2
// [] json: cannot unmarshal JSON array into Go []uint8
// [] json: cannot unmarshal JSON string into Go []main.nb
// 0001-01-01 00:00:00 +0000 UTC json: cannot unmarshal JSON string into Go time.Time: parsing time "2020-01-02T3:04:05,5Z" as "2006-01-02T15:04:05Z07:00": cannot parse "3" as "15"
// {F:false} json: cannot unmarshal into Go bool within "/F": invalid use of `string` tag option
// {F:} json: cannot unmarshal into Go string within "/F": invalid use of `string` tag option
// {F:5} json: cannot unmarshal JSON string "null" into Go int within "/F": invalid syntax
// {F:5} json: cannot unmarshal JSON string "1_0" into Go int within "/F": invalid syntax
// x json: cannot unmarshal JSON number into Go string
// map[{s:"x"}:1] <nil>
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// { json: cannot marshal from Go main.mj: object member name must be a string after offset 1
// map[a:{A:5 B:1}] <nil>
// 1
// "AQAA" <nil>
// "AQ==" <nil>
//  json: cannot marshal from Go time.Duration: no default representation
// {"A":0,"B":false} <nil>
// {"F" json: cannot marshal from Go string within "/F": invalid use of `string` tag option
// {"F" json: cannot marshal from Go bool within "/F": invalid use of `string` tag option
// {"F":"7"} <nil>
//  json: cannot marshal from Go chan int
//  json: cannot marshal from Go struct { a int }: Go struct has no exported fields
// 0 <nil>
// [{A:0 B:0} {A:1 B:0}] <nil>
// [1 2] json: cannot unmarshal JSON array into Go [2]int after offset 6: too many array elements
// [1 0] json: cannot unmarshal JSON array into Go [2]int after offset 2: too few array elements
// [] json: cannot unmarshal JSON string into Go []uint8: illegal character '\n' at offset 2
// [1] <nil>
// [1] <nil>
// 0001-01-01 00:00:00 +0000 UTC json: cannot unmarshal JSON string into Go time.Time: parsing time "2020-01-02T3:04:05,5Z" as "2006-01-02T15:04:05Z07:00": cannot parse "3" as "15"
// {F:false} json: cannot unmarshal into Go bool within "/F": invalid use of `string` tag option
// {F:} json: cannot unmarshal into Go string within "/F": invalid use of `string` tag option
// {F:5} json: cannot unmarshal JSON string "null" into Go int within "/F": invalid syntax
// {F:5} json: cannot unmarshal JSON string "1_0" into Go int within "/F": invalid syntax
// x json: cannot unmarshal JSON number into Go string
// map[{s:"x"}:1] <nil>
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// { json: cannot marshal from Go main.mj: object member name must be a string after offset 1
// map[a:{A:5 B:1}] <nil>
// 2
// "AQAA" <nil>
// [1] <nil>
// 1000000000 <nil>
// {"A":0,"B":false} <nil>
// {"F" json: cannot marshal from Go string within "/F": invalid use of `string` tag option
// {"F" json: cannot marshal from Go bool within "/F": invalid use of `string` tag option
// {"F":"7"} <nil>
//  json: cannot marshal from Go chan int
//  json: cannot marshal from Go struct { a int }: Go struct has no exported fields
// 0 <nil>
// [{A:0 B:0} {A:1 B:0}] <nil>
// [1 2] json: cannot unmarshal JSON array into Go [2]int after offset 6: too many array elements
// [1 0] json: cannot unmarshal JSON array into Go [2]int after offset 2: too few array elements
// [] json: cannot unmarshal JSON string into Go []uint8: illegal character '\n' at offset 2
// [] json: cannot unmarshal JSON array into Go []uint8
// [] json: cannot unmarshal JSON string into Go []main.nb
// 0001-01-01 00:00:00 +0000 UTC json: cannot unmarshal JSON string into Go time.Time: parsing time "2020-01-02T3:04:05,5Z" as "2006-01-02T15:04:05Z07:00": cannot parse "3" as "15"
// {F:false} json: cannot unmarshal into Go bool within "/F": invalid use of `string` tag option
// {F:} json: cannot unmarshal into Go string within "/F": invalid use of `string` tag option
// {F:5} json: cannot unmarshal JSON string "null" into Go int within "/F": invalid syntax
// {F:5} json: cannot unmarshal JSON string "1_0" into Go int within "/F": invalid syntax
// x json: cannot unmarshal JSON number into Go string
// map[{s:"x"}:1] <nil>
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// { json: cannot marshal from Go main.mj: object member name must be a string after offset 1
// map[a:{A:5 B:1}] <nil>
// 3
// "AQAA" <nil>
// [1] <nil>
//  json: cannot marshal from Go time.Duration: no default representation
// {"A":0,"B":false} <nil>
// {"F" json: cannot marshal from Go string within "/F": invalid use of `string` tag option
// {"F" json: cannot marshal from Go bool within "/F": invalid use of `string` tag option
// {"F":"7"} <nil>
//  json: cannot marshal from Go chan int
//  json: cannot marshal from Go struct { a int }: Go struct has no exported fields
// 5 <nil>
// [{A:5 B:6} {A:1 B:8}] <nil>
// [1 2] json: cannot unmarshal JSON array into Go [2]int after offset 6: too many array elements
// [1 0] json: cannot unmarshal JSON array into Go [2]int after offset 2: too few array elements
// [] json: cannot unmarshal JSON string into Go []uint8: illegal character '\n' at offset 2
// [] json: cannot unmarshal JSON array into Go []uint8
// [] json: cannot unmarshal JSON string into Go []main.nb
// 0001-01-01 00:00:00 +0000 UTC json: cannot unmarshal JSON string into Go time.Time: parsing time "2020-01-02T3:04:05,5Z" as "2006-01-02T15:04:05Z07:00": cannot parse "3" as "15"
// {F:false} json: cannot unmarshal into Go bool within "/F": invalid use of `string` tag option
// {F:} json: cannot unmarshal into Go string within "/F": invalid use of `string` tag option
// {F:5} json: cannot unmarshal JSON string "null" into Go int within "/F": invalid syntax
// {F:5} json: cannot unmarshal JSON string "1_0" into Go int within "/F": invalid syntax
// x json: cannot unmarshal JSON number into Go string
// map[{s:"x"}:1] <nil>
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// { json: cannot marshal from Go main.mj: object member name must be a string after offset 1
// map[a:{A:0 B:1}] <nil>
// 4
// "AQAA" <nil>
// [1] <nil>
//  json: cannot marshal from Go time.Duration: no default representation
// {} <nil>
// {"F" json: cannot marshal from Go string within "/F": invalid use of `string` tag option
// {"F" json: cannot marshal from Go bool within "/F": invalid use of `string` tag option
// {"F":"7"} <nil>
//  json: cannot marshal from Go chan int
//  json: cannot marshal from Go struct { a int }: Go struct has no exported fields
// 0 <nil>
// [{A:0 B:0} {A:1 B:0}] <nil>
// [1 2] json: cannot unmarshal JSON array into Go [2]int after offset 6: too many array elements
// [1 0] json: cannot unmarshal JSON array into Go [2]int after offset 2: too few array elements
// [] json: cannot unmarshal JSON string into Go []uint8: illegal character '\n' at offset 2
// [] json: cannot unmarshal JSON array into Go []uint8
// [] json: cannot unmarshal JSON string into Go []main.nb
// 0001-01-01 00:00:00 +0000 UTC json: cannot unmarshal JSON string into Go time.Time: parsing time "2020-01-02T3:04:05,5Z" as "2006-01-02T15:04:05Z07:00": cannot parse "3" as "15"
// {F:false} json: cannot unmarshal into Go bool within "/F": invalid use of `string` tag option
// {F:} json: cannot unmarshal into Go string within "/F": invalid use of `string` tag option
// {F:5} json: cannot unmarshal JSON string "null" into Go int within "/F": invalid syntax
// {F:5} json: cannot unmarshal JSON string "1_0" into Go int within "/F": invalid syntax
// x json: cannot unmarshal JSON number into Go string
// map[{s:"x"}:1] <nil>
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// { json: cannot marshal from Go main.mj: object member name must be a string after offset 1
// map[a:{A:5 B:1}] <nil>
// 5
// "AQAA" <nil>
// [1] <nil>
//  json: cannot marshal from Go time.Duration: no default representation
// {"A":0,"B":false} <nil>
// {"F" json: cannot marshal from Go string within "/F": invalid use of `string` tag option
// {"F" json: cannot marshal from Go bool within "/F": invalid use of `string` tag option
// {"F":"7"} <nil>
//  json: cannot marshal from Go chan int
//  json: cannot marshal from Go struct { a int }: Go struct has no exported fields
// 0 <nil>
// [{A:0 B:0} {A:1 B:0}] <nil>
// [1 2] <nil>
// [1 0] <nil>
// [] json: cannot unmarshal JSON string into Go []uint8: illegal character '\n' at offset 2
// [] json: cannot unmarshal JSON array into Go []uint8
// [] json: cannot unmarshal JSON string into Go []main.nb
// 0001-01-01 00:00:00 +0000 UTC json: cannot unmarshal JSON string into Go time.Time: parsing time "2020-01-02T3:04:05,5Z" as "2006-01-02T15:04:05Z07:00": cannot parse "3" as "15"
// {F:false} json: cannot unmarshal into Go bool within "/F": invalid use of `string` tag option
// {F:} json: cannot unmarshal into Go string within "/F": invalid use of `string` tag option
// {F:5} json: cannot unmarshal JSON string "null" into Go int within "/F": invalid syntax
// {F:5} json: cannot unmarshal JSON string "1_0" into Go int within "/F": invalid syntax
// x json: cannot unmarshal JSON number into Go string
// map[{s:"x"}:1] <nil>
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// { json: cannot marshal from Go main.mj: object member name must be a string after offset 1
// map[a:{A:5 B:1}] <nil>
// 6
// "AQAA" <nil>
// [1] <nil>
//  json: cannot marshal from Go time.Duration: no default representation
// {"A":0,"B":false} <nil>
// {"F":"\"x\""} <nil>
// {"F":"true"} <nil>
// {"F":"7"} <nil>
//  json: cannot marshal from Go chan int
//  json: cannot marshal from Go struct { a int }: Go struct has no exported fields
// 0 <nil>
// [{A:0 B:0} {A:1 B:0}] <nil>
// [1 2] json: cannot unmarshal JSON array into Go [2]int after offset 6: too many array elements
// [1 0] json: cannot unmarshal JSON array into Go [2]int after offset 2: too few array elements
// [] json: cannot unmarshal JSON string into Go []uint8: illegal character '\n' at offset 2
// [] json: cannot unmarshal JSON array into Go []uint8
// [] json: cannot unmarshal JSON string into Go []main.nb
// 0001-01-01 00:00:00 +0000 UTC json: cannot unmarshal JSON string into Go time.Time: parsing time "2020-01-02T3:04:05,5Z" as "2006-01-02T15:04:05Z07:00": cannot parse "3" as "15"
// {F:true} <nil>
// {F:x} <nil>
// {F:0} <nil>
// {F:5} json: cannot unmarshal JSON string "1_0" into Go int within "/F": invalid syntax
// x json: cannot unmarshal JSON number into Go string
// map[{s:"x"}:1] <nil>
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// { json: cannot marshal from Go main.mj: object member name must be a string after offset 1
// map[a:{A:5 B:1}] <nil>
// 7
// "AQAA" <nil>
// [1] <nil>
//  json: unsupported value: no default representation
// {"A":0,"B":false} <nil>
// {"F":"x"} <nil>
// {"F":true} <nil>
// {"F":"7"} <nil>
//  json: unsupported type: chan int
// {} <nil>
// 0 <nil>
// [{A:0 B:0} {A:1 B:0}] <nil>
// [1 2] json: cannot unmarshal array into Go value of type [2]int: too many array elements
// [1 0] json: cannot unmarshal array into Go value of type [2]int: too few array elements
// [] json: cannot unmarshal string into Go value of type []uint8: illegal character '\n' at offset 2
// [] json: cannot unmarshal array into Go value of type []uint8
// [] json: cannot unmarshal string into Go value of type []main.nb
// 0001-01-01 00:00:00 +0000 UTC parsing time "2020-01-02T3:04:05,5Z" as "2006-01-02T15:04:05Z07:00": cannot parse "3" as "15"
// {F:false} json: cannot unmarshal string into Go struct field S[bool].F of type bool
// {F:"x"} <nil>
// {F:5} json: cannot unmarshal number null into Go struct field S[int].F of type int
// {F:5} json: cannot unmarshal number 1_0 into Go struct field S[int].F of type int
// x json: cannot unmarshal number into Go value of type string
// map[{s:"x"}:1] <nil>
// [] invalid character 'x' looking for beginning of value
// [1 0 3] json: cannot unmarshal string into .1 of type int
//  json: error calling MarshalJSON for type *main.mj: object member name must be a string
// map[a:{A:5 B:1}] <nil>
// 8
// "AQAA" <nil>
// [1] <nil>
//  json: cannot marshal from Go time.Duration: no default representation
// {"A":0,"B":false} <nil>
// {"F" json: cannot marshal from Go string within "/F": invalid use of `string` tag option
// {"F" json: cannot marshal from Go bool within "/F": invalid use of `string` tag option
// {"F":"7"} <nil>
//  json: cannot marshal from Go chan int
//  json: cannot marshal from Go struct { a int }: Go struct has no exported fields
// 0 <nil>
// [{A:0 B:0} {A:1 B:0}] <nil>
// [1 2] json: cannot unmarshal JSON array into Go [2]int after offset 6: too many array elements
// [1 0] json: cannot unmarshal JSON array into Go [2]int after offset 2: too few array elements
// [104 105] <nil>
// [] json: cannot unmarshal JSON array into Go []uint8
// [] json: cannot unmarshal JSON string into Go []main.nb
// 0001-01-01 00:00:00 +0000 UTC json: cannot unmarshal JSON string into Go time.Time: parsing time "2020-01-02T3:04:05,5Z" as "2006-01-02T15:04:05Z07:00": cannot parse "3" as "15"
// {F:false} json: cannot unmarshal into Go bool within "/F": invalid use of `string` tag option
// {F:} json: cannot unmarshal into Go string within "/F": invalid use of `string` tag option
// {F:5} json: cannot unmarshal JSON string "null" into Go int within "/F": invalid syntax
// {F:5} json: cannot unmarshal JSON string "1_0" into Go int within "/F": invalid syntax
// x json: cannot unmarshal JSON number into Go string
// map[{s:"x"}:1] <nil>
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// { json: cannot marshal from Go main.mj: object member name must be a string after offset 1
// map[a:{A:5 B:1}] <nil>
// 9
// "AQAA" <nil>
// [1] <nil>
//  json: cannot marshal from Go time.Duration: no default representation
// {"A":0,"B":false} <nil>
// {"F" json: cannot marshal from Go string within "/F": invalid use of `string` tag option
// {"F" json: cannot marshal from Go bool within "/F": invalid use of `string` tag option
// {"F":"7"} <nil>
//  json: cannot marshal from Go chan int
//  json: cannot marshal from Go struct { a int }: Go struct has no exported fields
// 0 <nil>
// [{A:0 B:0} {A:1 B:0}] <nil>
// [1 2] json: cannot unmarshal JSON array into Go [2]int after offset 6: too many array elements
// [1 0] json: cannot unmarshal JSON array into Go [2]int after offset 2: too few array elements
// [] json: cannot unmarshal JSON string into Go []uint8: illegal character '\n' at offset 2
// [] json: cannot unmarshal JSON array into Go []uint8
// [] json: cannot unmarshal JSON string into Go []main.nb
// 2020-01-02 03:04:05.5 +0000 UTC <nil>
// {F:false} json: cannot unmarshal into Go bool within "/F": invalid use of `string` tag option
// {F:} json: cannot unmarshal into Go string within "/F": invalid use of `string` tag option
// {F:5} json: cannot unmarshal JSON string "null" into Go int within "/F": invalid syntax
// {F:5} json: cannot unmarshal JSON string "1_0" into Go int within "/F": invalid syntax
// x json: cannot unmarshal JSON number into Go string
// map[{s:"x"}:1] <nil>
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// { json: cannot marshal from Go main.mj: object member name must be a string after offset 1
// map[a:{A:5 B:1}] <nil>
// 10
// "AQAA" <nil>
// [1] <nil>
//  json: cannot marshal from Go time.Duration: no default representation
// {"A":0,"B":false} <nil>
// {"F" json: cannot marshal from Go string within "/F": invalid use of `string` tag option
// {"F" json: cannot marshal from Go bool within "/F": invalid use of `string` tag option
// {"F":"7"} <nil>
//  json: cannot marshal from Go chan int
//  json: cannot marshal from Go struct { a int }: Go struct has no exported fields
// 0 <nil>
// [{A:0 B:0} {A:1 B:0}] <nil>
// [1 2] json: cannot unmarshal JSON array into Go [2]int after offset 6: too many array elements
// [1 0] json: cannot unmarshal JSON array into Go [2]int after offset 2: too few array elements
// [] json: cannot unmarshal JSON string into Go []uint8: illegal character '\n' at offset 2
// [] json: cannot unmarshal JSON array into Go []uint8
// [] json: cannot unmarshal JSON string into Go []main.nb
// 0001-01-01 00:00:00 +0000 UTC json: cannot unmarshal JSON string into Go time.Time: parsing time "2020-01-02T3:04:05,5Z" as "2006-01-02T15:04:05Z07:00": cannot parse "3" as "15"
// {F:false} json: cannot unmarshal into Go bool within "/F": invalid use of `string` tag option
// {F:} json: cannot unmarshal into Go string within "/F": invalid use of `string` tag option
// {F:5} json: cannot unmarshal JSON string "null" into Go int within "/F": invalid syntax
// {F:5} json: cannot unmarshal JSON string "1_0" into Go int within "/F": invalid syntax
// x json: cannot unmarshal JSON number into Go string
// map[] json: cannot unmarshal JSON string into Go main.mj within "/x"
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// [1 0] json: cannot unmarshal JSON string into Go int within "/1"
// { json: cannot marshal from Go main.mj after offset 1: Go struct has no exported fields
// map[a:{A:5 B:1}] <nil>
