// The option string, embedded fields, streams and functions for any type in encoding/json/v2.
package main

import (
	jsonv1 "encoding/json"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"math/big"
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
	m(S[any]{5})
	m(S[any]{"x"})
	m(S[any]{nil})
	m(S[bool]{true})
	m(S[map[string]int]{})
	m(S[struct{}]{})
	m(S[[]byte]{})
	m(S[[2]int]{})
	m(S[time.Time]{})
	m(S[time.Duration]{})
	m(S[time.Duration]{5}, jsonv1.FormatDurationAsNano(true))
	m(S[tm]{})
	m(S[mj]{})
	m(S[mt]{})
	m(mt{})
	m(mt{}, json.StringifyNumbers(true))
	m(S[mt2]{})
	m(S[*int]{})
	m(S[**int]{})
	m(S[big.Int]{})
	m(S[jsonv1.Number]{"5"})
	m(S[jsontext.Value]{jsontext.Value("5")})
	u(`{"F":"5"}`, S[any]{})
	u(`{"F":5}`, S[any]{})
	u(`{"F":true}`, S[bool]{})
	u(`{"F":{}}`, S[map[string]int]{})
	u(`{"F":{}}`, S[struct{}]{})
	u(`{"F":""}`, S[[]byte]{})
	u(`{"F":[1,2]}`, S[[2]int]{})
	u(`{"F":"2020-01-02T03:04:05Z"}`, S[time.Time]{})
	u(`{"F":"5"}`, S[time.Duration]{}, jsonv1.FormatDurationAsNano(true))
	u(`{"F":5}`, S[time.Duration]{}, jsonv1.FormatDurationAsNano(true))
	u(`{"F":"5"}`, S[tm]{})
	u(`{"F":"5"}`, S[mj]{})
	u(`{"F":"5"}`, S[mt2]{})
	u(`{"F":5}`, S[mt2]{})
	u(`{"F":null}`, S[*int]{})
	u(`{"F":null}`, S[int]{5})
	u(`{"F":"null"}`, S[int]{5})
	u(`{"F":"5"}`, S[*int]{})
	m(sem{})
	m([]sem{{}})
	m(semt{})
	m([]semt{{}})
	u(`["x"]`, []semt{{}})
	d := jsontext.NewDecoder(strings.NewReader(`[1,2] {"a":1} "x" 5 [1,[2]] 7`))
	for range 8 {
		var n int
		err := json.UnmarshalDecode(d, &n)
		fmt.Println(n, plain(err), d.InputOffset())
	}
	d = jsontext.NewDecoder(strings.NewReader(`[1,2] {"a":1} "x" 5 [1,[2]] 7`))
	for range 8 {
		var n map[string]string
		err := json.UnmarshalDecode(d, &n)
		fmt.Println(n, plain(err), d.InputOffset(), d.StackDepth())
	}
	n := 0
	any1 := json.MarshalToFunc(func(e *jsontext.Encoder, v any) error {
		n++
		fmt.Printf("any %T; ", v)
		return errors.ErrUnsupported
	})
	m(map[string]any{"k": []int{1}}, json.WithMarshalers(any1))
	x := 5
	m(&x, json.WithMarshalers(any1))
	str := json.MarshalFunc(func(v fmt.Stringer) ([]byte, error) { return []byte(`"S"`), nil })
	m([]any{time.Second, time.UTC, Iface{}}, json.WithMarshalers(str))
	ptr := json.MarshalFunc(func(v *int) ([]byte, error) { return []byte(`"P"`), nil })
	m([]any{1, &x, (*int)(nil), []int{1}}, json.WithMarshalers(ptr))
	u(`{"a":1,"b":[2]}`, any(nil), json.WithUnmarshalers(json.UnmarshalFromFunc(func(d *jsontext.Decoder, v *any) error {
		if d.PeekKind() == '0' {
			*v = int64(0)
			var r jsontext.Value
			r, _ = d.ReadValue()
			*v = string(r)
			return nil
		}
		return errors.ErrUnsupported
	})))
	u(`{"a":1,"b":[2]}`, any(nil), json.WithUnmarshalers(json.UnmarshalFromFunc(func(d *jsontext.Decoder, v any) error {
		fmt.Printf("%T %v %s; ", v, d.PeekKind(), d.StackPointer())
		return errors.ErrUnsupported
	})))
	m(Outer{Emb: Emb{1, 2}, emb: &emb{3}, A: 4})
	m(Outer{})
	m(&Outer{})
	m(Named{})
	m(Iface{})
	m(unexp{})
	m(col1{})
	u(`{"C":1,"A":2,"B":3,"Y":4}`, Outer{})
	m(rec{})
	u(`{"R":{"R":{}},"M":{"a":{}},"S":[{},{"R":null}]}`, rec{})
	type T struct {
		A []int
		B map[string][]int
		C [2][]int
		D *[]int
	}
	y := []int{7, 8}
	u(`{"A":[1],"B":{"x":[5]},"C":[[1],[2]],"D":[3]}`, T{A: []int{1, 2, 3}, B: map[string][]int{"x": {9}, "z": {1}}, C: [2][]int{{5}, {6}}, D: &y})
	fmt.Println(y)
}

// Output:
// {"F" json: cannot marshal from Go interface {} within "/F": invalid use of `string` tag option
// {"F" json: cannot marshal from Go interface {} within "/F": invalid use of `string` tag option
// {"F" json: cannot marshal from Go interface {} within "/F": invalid use of `string` tag option
// {"F" json: cannot marshal from Go bool within "/F": invalid use of `string` tag option
// {"F" json: cannot marshal from Go map[string]int within "/F": invalid use of `string` tag option
// {"F" json: cannot marshal from Go struct {} within "/F": invalid use of `string` tag option
// {"F" json: cannot marshal from Go []uint8 within "/F": invalid use of `string` tag option
// {"F" json: cannot marshal from Go [2]int within "/F": invalid use of `string` tag option
// {"F" json: cannot marshal from Go time.Time within "/F": invalid use of `string` tag option
// {"F" json: cannot marshal from Go time.Duration within "/F": no default representation
// {"F":"5"} <nil>
// {"F":"5"} <nil>
// {"F":5} <nil>
// opt true true; {"F" json: cannot marshal from Go map[string]interface {} within "/F": invalid use of `string` tag option
// opt false false; {"x":5,"y":[1]} <nil>
// opt true true; {"x":"5","y":["1"]} <nil>
// {"F":"5"} <nil>
// {"F":null} <nil>
// {"F":null} <nil>
// {"F":0} <nil>
// {"F":"5"} <nil>
// {"F":5} <nil>
// {F:<nil>} json: cannot unmarshal into Go interface {} within "/F": invalid use of `string` tag option
// {F:<nil>} json: cannot unmarshal into Go interface {} within "/F": invalid use of `string` tag option
// {F:false} json: cannot unmarshal into Go bool within "/F": invalid use of `string` tag option
// {F:map[]} json: cannot unmarshal into Go map[string]int within "/F": invalid use of `string` tag option
// {F:{}} json: cannot unmarshal into Go struct {} within "/F": invalid use of `string` tag option
// {F:[]} json: cannot unmarshal into Go []uint8 within "/F": invalid use of `string` tag option
// {F:[0 0]} json: cannot unmarshal into Go [2]int within "/F": invalid use of `string` tag option
// {F:0001-01-01 00:00:00 +0000 UTC} json: cannot unmarshal into Go time.Time within "/F": invalid use of `string` tag option
// {F:5ns} <nil>
// {F:0s} json: cannot unmarshal JSON number into Go time.Duration within "/F"
// {F:{s:5}} <nil>
// {F:{s:"5"}} <nil>
// {F:{s:5}} <nil>
// {F:{s:0}} json: cannot unmarshal JSON number into Go int within "/F"
// {F:<nil>} <nil>
// {F:0} <nil>
// {F:5} json: cannot unmarshal JSON string "null" into Go int within "/F": invalid syntax
// {F:0x} <nil>
//  json: cannot handle: s
// [ json: cannot handle within "/0": s
//  json: cannot handle: s
// [ json: cannot handle: s
// [{k:0}] json: cannot handle: s
// 0 json: cannot unmarshal JSON array into Go int 5
// 0 json: cannot unmarshal JSON object into Go int after offset 6 13
// 0 json: cannot unmarshal JSON string into Go int after offset 14 17
// 5 <nil> 19
// 0 json: cannot unmarshal JSON array into Go int after offset 20 27
// 7 <nil> 29
// 0 EOF 29
// 0 EOF 29
// map[] json: cannot unmarshal JSON array into Go map[string]string 1 1
// map[] json: cannot unmarshal JSON number into Go map[string]string within "/0" 2 1
// map[] json: cannot unmarshal JSON number into Go map[string]string within "/1" 4 1
// map[] json: cannot unmarshal JSON array into Go map[string]string after offset 4 5 0
// map[a:] json: cannot unmarshal JSON number into Go string within "/a" 12 1
// map[] jsontext: object namespace is in an invalid state after offset 12 12 1
// map[] jsontext: object namespace is in an invalid state after offset 12 12 1
// map[] jsontext: object namespace is in an invalid state after offset 12 12 1
// any *map[string]interface {}; any *string; any *interface {}; any *[]int; any *int; {"k":[1]} <nil>
// any *int; 5 <nil>
// ["S","S","S"] <nil>
// ["P","P",null,["P"]] <nil>
// map[a:1 b:[2]] <nil>
// *interface {} { ; *map[string]interface {} { ; *string string ; *interface {} number /a; *float64 number /a; *string string /a; *interface {} [ /b; *[]interface {} [ /b; *interface {} number /b; *float64 number /b; map[a:1 b:[2]] <nil>
// {"B":2,"C":3,"A":4,"Y":0} <nil>
// {"B":0,"A":0,"Y":0} <nil>
// {"B":0,"A":0,"Y":0} <nil>
// {"named":{"A":0,"B":0}} <nil>
//  json: cannot marshal from Go main.Iface: embedded Go struct field error of non-struct type must be explicitly given a JSON name
// {"B":0} <nil>
// {} <nil>
// {Emb:{A:0 B:0} emb:<nil> A:0 X:{Y:0}} json: cannot unmarshal into Go main.Outer within "/C": cannot set embedded pointer to unexported struct type
// {"R":null,"M":{},"S":[]} <nil>
// {R:0x M:map[a:{R:<nil> M:map[] S:[]}] S:[{R:<nil> M:map[] S:[]} {R:<nil> M:map[] S:[]}]} <nil>
// {A:[1] B:map[x:[5] z:[1]] C:[[1] [2]] D:0x} <nil>
// [3]
