package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

type In struct{ X int }
type Out struct {
	P *In
	M map[string]In
	S []In
}
type E1 struct{ A, B int }
type e2 struct{ B, C int }
type Emb struct {
	E1
	*e2
	D int `json:"C"`
}
type Emb2 struct {
	*E1
	F int `json:"f"`
}

func main() {
	try := func(s string, p any) {
		err := json.Unmarshal([]byte(s), p)
		fmt.Printf("%s %T: %T %v\n", s, p, err, err)
	}
	try(`[{"X":"s"}]`, &[]In{})
	try(`{"k":{"X":"s"}}`, &map[string]In{})
	try(`{"P":{"X":"s"}}`, &Out{})
	try(`{"M":{"k":{"X":"s"}},"S":[{},{"X":true}]}`, &Out{})
	try(`{"P":5}`, &Out{})
	var pp *Out
	try(`{"P":5}`, &pp)
	var a any = &In{}
	try(`{"X":"s"}`, &a)
	try(`"x"`, new(bool))
	try(`true`, new(int))
	try(`[1,"a"]`, &[]int{})
	em := Emb{}
	try(`{"A":1,"B":2,"C":3}`, &em)
	b, err := json.Marshal(em)
	fmt.Println(string(b), err)
	e2v := Emb2{}
	try(`{"A":1,"f":2}`, &e2v)
	b, err = json.Marshal(e2v)
	fmt.Println(string(b), err)
	b, err = json.Marshal(Emb2{})
	fmt.Println(string(b), err)
	dec := json.NewDecoder(strings.NewReader(`{"X":1} {"Y":2}  [1,{"a":[true,null,"s",1.5]}] "end"`))
	dec.DisallowUnknownFields()
	var in In
	fmt.Println(dec.Decode(&in), in, dec.InputOffset(), dec.More())
	fmt.Println(dec.Decode(&in), in, dec.InputOffset())
	for {
		t, err := dec.Token()
		fmt.Printf("%T %v %v %d %v\n", t, t, err, dec.InputOffset(), dec.More())
		if err != nil {
			break
		}
	}
	dec = json.NewDecoder(strings.NewReader(`[{"X":1},{"X":2}] {"a" 1}`))
	dec.UseNumber()
	dec.Token()
	for dec.More() {
		var v any
		fmt.Println(dec.Decode(&v), v)
		fmt.Printf("%T\n", v.(map[string]any)["X"])
	}
	fmt.Println(dec.Token())
	fmt.Println(dec.Token())
	fmt.Println(dec.Token())
	fmt.Println(dec.Token())
	rest, _ := io.ReadAll(dec.Buffered())
	fmt.Println(string(rest))
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	fmt.Println(enc.Encode(map[string]any{"a": "<b>", "c": []int{}, "d": map[string]int{}, "e": []any{1, map[string]any{}}}))
	fmt.Println(enc.Encode(func() {}))
	var buf bytes.Buffer
	fmt.Println(json.Compact(&buf, []byte(` { "a" : [ 1 , 2 ] , "b" : "x y" } `)), buf.String())
	buf.Reset()
	fmt.Println(json.Indent(&buf, []byte(`{"a":[1,2,{}],"b":{},"c":[]} `), "--", "  "), buf.String())
	buf.Reset()
	fmt.Println(json.Indent(&buf, []byte(`{"a":`), "", " "), buf.String())
	json.HTMLEscape(&buf, []byte(`{"a":"<x>&` + "\u2028" + `"}`))
	fmt.Println(buf.String())
	n := json.Number("12.5")
	f, e1 := n.Float64()
	i, e2 := n.Int64()
	fmt.Println(f, e1, i, e2, n)
	fmt.Println(json.Delim('{'))
	try(`{"X":1,"x":2,"X":3}`, &in)
	fmt.Println(in)
	var x any = map[string]any{"k": 1}
	try(`{"z":2}`, &x)
	fmt.Println(x)
	arr := []In{{1}, {2}, {3}}
	try(`[{"X":9},{}]`, &arr)
	fmt.Println(arr, len(arr), cap(arr))
	mm := map[string]*In{"a": {5}}
	try(`{"a":{}, "b":null, "c":{"X":7}}`, &mm)
	fmt.Println(*mm["a"], mm["b"], *mm["c"])
	type Rec struct {
		N    int
		Next *Rec `json:",omitempty"`
	}
	r := &Rec{N: 1}
	r.Next = r
	_, err = json.Marshal(r)
	fmt.Println(err)
	_, err = json.Marshal(map[string]any{"a": make(chan int)})
	fmt.Println(err)
	type S struct {
		F func() `json:"f"`
	}
	_, err = json.Marshal(S{})
	fmt.Println(err)
	fmt.Println(json.Unmarshal([]byte(strings.Repeat("[", 10001)+strings.Repeat("]", 10001)), &x))
	dec = json.NewDecoder(strings.NewReader("{\"X\":1}\n{\"X\":\"s\"}\n{\"X\":3}\n{bad"))
	for {
		var in In
		err := dec.Decode(&in)
		fmt.Println(in, err)
		if err != nil && !strings.Contains(err.Error(), "cannot") {
			break
		}
	}
}

// Output:
// [{"X":"s"}] *[]main.In: *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field .0.X of type int
// {"k":{"X":"s"}} *map[string]main.In: *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field .k.X of type int
// {"P":{"X":"s"}} *main.Out: *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field Out.P.X of type int
// {"M":{"k":{"X":"s"}},"S":[{},{"X":true}]} *main.Out: *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field Out.M.k.X of type int
// {"P":5} *main.Out: *json.UnmarshalTypeError json: cannot unmarshal number into Go struct field Out.P of type main.In
// {"P":5} **main.Out: *json.UnmarshalTypeError json: cannot unmarshal number into Go struct field .P of type main.In
// {"X":"s"} *interface {}: *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field .X of type int
// "x" *bool: *json.UnmarshalTypeError json: cannot unmarshal string into Go value of type bool
// true *int: *json.UnmarshalTypeError json: cannot unmarshal bool into Go value of type int
// [1,"a"] *[]int: *json.UnmarshalTypeError json: cannot unmarshal string into .1 of type int
// {"A":1,"B":2,"C":3} *main.Emb: <nil> <nil>
// {"A":1,"C":3} <nil>
// {"A":1,"f":2} *main.Emb2: <nil> <nil>
// {"A":1,"B":0,"f":2} <nil>
// {"f":0} <nil>
// <nil> {1} 7 true
// json: unknown field "Y" {1} 15
// json.Delim [ <nil> 18 true
// float64 1 <nil> 19 true
// json.Delim { <nil> 21 true
// string a <nil> 24 true
// json.Delim [ <nil> 26 true
// bool true <nil> 30 true
// <nil> <nil> <nil> 35 true
// string s <nil> 39 true
// float64 1.5 <nil> 43 false
// json.Delim ] <nil> 44 false
// json.Delim } <nil> 45 false
// json.Delim ] <nil> 46 true
// string end <nil> 52 false
// <nil> <nil> EOF 52 false
// <nil> map[X:1]
// json.Number
// <nil> map[X:2]
// json.Number
// ] <nil>
// { <nil>
// a <nil>
// <nil> invalid character '1' after object key
//  1}
// {
// 	"a": "<b>",
// 	"c": [],
// 	"d": {},
// 	"e": [
// 		1,
// 		{}
// 	]
// }
// <nil>
// json: unsupported type: func()
// <nil> {"a":[1,2],"b":"x y"}
// <nil> {
// --  "a": [
// --    1,
// --    2,
// --    {}
// --  ],
// --  "b": {},
// --  "c": []
// --}
// unexpected end of JSON input
// {"a":"\u003cx\u003e\u0026\u2028"}
// 12.5 <nil> 0 strconv.ParseInt: parsing "12.5": invalid syntax 12.5
// {
// {"X":1,"x":2,"X":3} *main.In: <nil> <nil>
// {3}
// {"z":2} *interface {}: <nil> <nil>
// map[z:2]
// [{"X":9},{}] *[]main.In: <nil> <nil>
// [{9} {2}] 2 3
// {"a":{}, "b":null, "c":{"X":7}} *map[string]*main.In: <nil> <nil>
// {0} <nil> {7}
// json: unsupported value: encountered a cycle via *main.Rec
// json: unsupported type: chan int
// json: unsupported type: func()
// exceeded max depth
// {1} <nil>
// {0} json: cannot unmarshal string into Go struct field In.X of type int
// {3} <nil>
// {0} invalid character 'b' looking for beginning of object key string
