package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"
)

type small struct {
	I8  int8    `json:"i8,omitempty"`
	U16 uint16  `json:"u16,string"`
	F32 float32 `json:"f32"`
	B   bool    `json:",omitempty"`
}

type byPointer struct{ n int }

func (p *byPointer) MarshalJSON() ([]byte, error) { return []byte(fmt.Sprint(`"p`, p.n, `"`)), nil }
func (p *byPointer) UnmarshalJSON(b []byte) error { p.n = len(b); return nil }

type byValue string

func (v byValue) MarshalText() ([]byte, error)     { return []byte("<" + string(v) + ">"), nil }
func (v *byValue) UnmarshalText(b []byte) error    { *v = byValue(b) + "!"; return nil }

type Inner struct {
	Deep string
	Name string
}

type Node struct {
	Value int
	Next  *Node `json:",omitempty"`
	Kids  []Node
}

type all struct {
	*Inner
	small   `json:"small"`
	Name    string
	Any     any
	Anys    []any
	Map     map[string]any
	Ints    map[int]string
	Bytes   []byte
	Array   [3]int
	Two     [2]small
	Ptr     **int
	P       byPointer
	PP      *byPointer
	V       byValue
	Vs      map[byValue]byValue
	When    time.Time `json:"when,omitzero"`
	Num     json.Number
	Raw     json.RawMessage
	Iface   fmt.Stringer
	Node    *Node
	Skipped int `json:"-"`
	Dash    int `json:"-,"`
	Zero    struct{} `json:"zero,omitempty"`
	Empty   []struct{}
	Html    string `json:"<&>"`
	Floats  []float64
	U64     uint64
	Words   []string
}

func show(v any, err error) {
	b, _ := json.Marshal(v)
	fmt.Printf("%s %v\n", b, err)
}

func main() {
	n := 7
	p := &n
	x := all{Inner: &Inner{"d", "hidden"}, Name: "a<b>&\u2028\xff\x01\"\\\n\t", Any: map[string]any{"z": 1, "a": []any{nil, true, 1.5, "x", int8(3), []int{1}, map[string]int{"k": 2}}},
		Anys: []any{}, Map: map[string]any{}, Ints: map[int]string{2: "b", 1: "a"}, Bytes: []byte("hello"), Ptr: &p, P: byPointer{5}, PP: &byPointer{6}, V: "v", Vs: map[byValue]byValue{"k": "w"},
		When: time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC), Num: "1e5", Raw: json.RawMessage(` {"a" : [ 1 , "<" ] } `), Node: &Node{1, &Node{Value: 2}, []Node{{Value: 3}}},
		Empty: make([]struct{}, 2), Floats: []float64{0, math.Copysign(0, -1), 1e21, 1e-7, 123456789, 0.1, math.MaxFloat64, 5e-324}, U64: math.MaxUint64, Words: []string{"é", "世", "\U0001F600"}}
	for _, v := range []any{x, &x, []all{x}, map[string]all{"m": x}, []any{x, &x}} {
		b, err := json.Marshal(v)
		fmt.Println(string(b), err)
	}
	b, _ := json.Marshal(x)
	var y all
	err := json.Unmarshal(b, &y)
	show(y, err)
	err = json.Unmarshal([]byte(`{"deep":"e","ANY":{"q":[1]},"Ints":{"5":"five","x":"bad"},"array":[9],"two":[{"i8":300,"u16":"7"}],"Words":["only"],"Ptr":null,"node":{"Kids":[{"Value":1.5},{"Value":2,"Next":null}]},"P":[1,2],"num":"zz","unknown":[{}]}`), &y)
	show(y, err)
	for _, v := range []any{math.NaN(), []float32{float32(math.Inf(1))}, make(chan int), map[bool]int{true: 1}, map[string]any{"a": func() {}}, struct{ C complex64 }{}, []any{map[float64]int{1.5: 2}}} {
		_, err := json.Marshal(v)
		fmt.Println(err)
	}
	type loop struct{ L *loop }
	l := &loop{}
	l.L = l
	_, err = json.Marshal(l)
	fmt.Println(err)
	m := map[string]any{}
	m["m"] = m
	_, err = json.Marshal(m)
	fmt.Println(err)

	reuse := all{Inner: &Inner{Deep: "old"}, Any: &small{F32: 1}, Anys: []any{1, 2, 3}, Map: map[string]any{"keep": 1}, Bytes: make([]byte, 1, 99), Array: [3]int{1, 2, 3}, Words: []string{"1", "2", "3"}, Node: &Node{Value: 9, Kids: []Node{{Value: 8, Next: &Node{}}, {Value: 7}}}}
	err = json.Unmarshal([]byte(`{"Any":{"i8":4},"Anys":[null,"s"],"Map":{"new":{}},"Bytes":"AQID","Array":[5,6],"Words":[],"Node":{"Kids":[{}]},"Inner":{},"P":null,"PP":null,"V":null,"Raw":[ 1, 2],"U64":18446744073709551615,"when":"2020-02-30T00:00:00Z"}`), &reuse)
	show(reuse, err)
	targets := func() []any {
		return []any{new(int8), new(uint8), new(float32), new(float64), new(string), new(bool), new([]int), new([2]bool), new(map[string]int), new(map[string]any), new(any), new(small), new(*int), new(byPointer), new(byValue), new(json.Number), new([]byte), new(fmt.Stringer), new(struct{ A, B []map[string][]int8 })}
	}
	for _, text := range []string{`127`, `128`, `-1`, `1.5`, `1e400`, `"s"`, `"\ud83d\ude00\ud83d\u00e9\/\b"`, `true`, `null`, `[1,2,3]`, `[true]`, `[]`, `{}`, `{"a":1}`, `{"i8":-129,"u16":"65536","f32":"x"}`, `{"A":[{"x":[1,200]}],"b":[{}]}`, `{"U16":"null","u16":"5"}`, ` [ 1 , 2 ] `} {
		for _, v := range targets() {
			err := json.Unmarshal([]byte(text), v)
			out, _ := json.Marshal(v)
			fmt.Print(string(out), " ", err, "; ")
		}
		fmt.Println()
	}
	text := []byte(`{"a":[1,-0.5e+3,true,null,"\u00e9\n"],"b":{"c":{},"d":[]}}`)
	for i := range text {
		var v any
		err := json.Unmarshal(text[:i], &v)
		broken := bytes.Clone(text)
		broken[i] = '?'
		err2 := json.Unmarshal(broken, &v)
		fmt.Println(i, err, err2)
	}
	for _, s := range []string{"tru", "trux", "nul", "nuxl", "falsy", `"\x"`, `"\u12G4"`, `"\u12`, `"\`, "\"\x01\"", "01", "-", "1.", "1e", "1e+", "-a", "[1,]", "[1 2]", `{"a" 1}`, `{"a":1,}`, `{1:2}`, `{"a":1 "b"}`, "1 2", "\x80", "é", "", " ", strings.Repeat("[", 10001)} {
		var v any
		err := json.Unmarshal([]byte(s), &v)
		e, _ := err.(*json.SyntaxError)
		if e != nil {
			fmt.Println(err, e.Offset)
		} else {
			fmt.Println(err, json.Valid([]byte(s)))
		}
	}
	var out bytes.Buffer
	json.Indent(&out, []byte(` { "a" : [ 1 , { } , [ ] , "x y" ] , "b" : { "c" : null } } `+"\n"), "#", "\t")
	out.WriteString("|")
	json.Compact(&out, []byte(" [ 1 , \"a b\\\" \" , { \"x\" : 2 } ] "))
	out.WriteString("|")
	json.HTMLEscape(&out, []byte("\"<a href='x'>&\u2028\u2029\xe2\x80\""))
	fmt.Printf("%q\n", out.String())
	dec := json.NewDecoder(strings.NewReader(`{"a":1} {"zz":2} [1e3, 12345678901234567890]`))
	dec.DisallowUnknownFields()
	dec.UseNumber()
	var st struct{ A any }
	fmt.Println(dec.Decode(&st), st, dec.Decode(&st), st)
	var list []any
	fmt.Println(dec.Decode(&list), list)
}

// Output:
// {"Deep":"d","small":{"u16":"0","f32":0},"Name":"a\u003cb\u003e\u0026\u2028�\u0001\"\\\n\t","Any":{"a":[null,true,1.5,"x",3,[1],{"k":2}],"z":1},"Anys":[],"Map":{},"Ints":{"1":"a","2":"b"},"Bytes":"aGVsbG8=","Array":[0,0,0],"Two":[{"u16":"0","f32":0},{"u16":"0","f32":0}],"Ptr":7,"P":{},"PP":"p6","V":"\u003cv\u003e","Vs":{"k":"\u003cw\u003e"},"when":"2026-01-02T03:04:05.000000006Z","Num":1e5,"Raw":{"a":[1,"\u003c"]},"Iface":null,"Node":{"Value":1,"Next":{"Value":2,"Kids":null},"Kids":[{"Value":3,"Kids":null}]},"-":0,"zero":{},"Empty":[{},{}],"\u003c\u0026\u003e":"","Floats":[0,-0,1e+21,1e-7,123456789,0.1,1.7976931348623157e+308,5e-324],"U64":18446744073709551615,"Words":["é","世","😀"]} <nil>
// {"Deep":"d","small":{"u16":"0","f32":0},"Name":"a\u003cb\u003e\u0026\u2028�\u0001\"\\\n\t","Any":{"a":[null,true,1.5,"x",3,[1],{"k":2}],"z":1},"Anys":[],"Map":{},"Ints":{"1":"a","2":"b"},"Bytes":"aGVsbG8=","Array":[0,0,0],"Two":[{"u16":"0","f32":0},{"u16":"0","f32":0}],"Ptr":7,"P":"p5","PP":"p6","V":"\u003cv\u003e","Vs":{"k":"\u003cw\u003e"},"when":"2026-01-02T03:04:05.000000006Z","Num":1e5,"Raw":{"a":[1,"\u003c"]},"Iface":null,"Node":{"Value":1,"Next":{"Value":2,"Kids":null},"Kids":[{"Value":3,"Kids":null}]},"-":0,"zero":{},"Empty":[{},{}],"\u003c\u0026\u003e":"","Floats":[0,-0,1e+21,1e-7,123456789,0.1,1.7976931348623157e+308,5e-324],"U64":18446744073709551615,"Words":["é","世","😀"]} <nil>
// [{"Deep":"d","small":{"u16":"0","f32":0},"Name":"a\u003cb\u003e\u0026\u2028�\u0001\"\\\n\t","Any":{"a":[null,true,1.5,"x",3,[1],{"k":2}],"z":1},"Anys":[],"Map":{},"Ints":{"1":"a","2":"b"},"Bytes":"aGVsbG8=","Array":[0,0,0],"Two":[{"u16":"0","f32":0},{"u16":"0","f32":0}],"Ptr":7,"P":"p5","PP":"p6","V":"\u003cv\u003e","Vs":{"k":"\u003cw\u003e"},"when":"2026-01-02T03:04:05.000000006Z","Num":1e5,"Raw":{"a":[1,"\u003c"]},"Iface":null,"Node":{"Value":1,"Next":{"Value":2,"Kids":null},"Kids":[{"Value":3,"Kids":null}]},"-":0,"zero":{},"Empty":[{},{}],"\u003c\u0026\u003e":"","Floats":[0,-0,1e+21,1e-7,123456789,0.1,1.7976931348623157e+308,5e-324],"U64":18446744073709551615,"Words":["é","世","😀"]}] <nil>
// {"m":{"Deep":"d","small":{"u16":"0","f32":0},"Name":"a\u003cb\u003e\u0026\u2028�\u0001\"\\\n\t","Any":{"a":[null,true,1.5,"x",3,[1],{"k":2}],"z":1},"Anys":[],"Map":{},"Ints":{"1":"a","2":"b"},"Bytes":"aGVsbG8=","Array":[0,0,0],"Two":[{"u16":"0","f32":0},{"u16":"0","f32":0}],"Ptr":7,"P":{},"PP":"p6","V":"\u003cv\u003e","Vs":{"k":"\u003cw\u003e"},"when":"2026-01-02T03:04:05.000000006Z","Num":1e5,"Raw":{"a":[1,"\u003c"]},"Iface":null,"Node":{"Value":1,"Next":{"Value":2,"Kids":null},"Kids":[{"Value":3,"Kids":null}]},"-":0,"zero":{},"Empty":[{},{}],"\u003c\u0026\u003e":"","Floats":[0,-0,1e+21,1e-7,123456789,0.1,1.7976931348623157e+308,5e-324],"U64":18446744073709551615,"Words":["é","世","😀"]}} <nil>
// [{"Deep":"d","small":{"u16":"0","f32":0},"Name":"a\u003cb\u003e\u0026\u2028�\u0001\"\\\n\t","Any":{"a":[null,true,1.5,"x",3,[1],{"k":2}],"z":1},"Anys":[],"Map":{},"Ints":{"1":"a","2":"b"},"Bytes":"aGVsbG8=","Array":[0,0,0],"Two":[{"u16":"0","f32":0},{"u16":"0","f32":0}],"Ptr":7,"P":{},"PP":"p6","V":"\u003cv\u003e","Vs":{"k":"\u003cw\u003e"},"when":"2026-01-02T03:04:05.000000006Z","Num":1e5,"Raw":{"a":[1,"\u003c"]},"Iface":null,"Node":{"Value":1,"Next":{"Value":2,"Kids":null},"Kids":[{"Value":3,"Kids":null}]},"-":0,"zero":{},"Empty":[{},{}],"\u003c\u0026\u003e":"","Floats":[0,-0,1e+21,1e-7,123456789,0.1,1.7976931348623157e+308,5e-324],"U64":18446744073709551615,"Words":["é","世","😀"]},{"Deep":"d","small":{"u16":"0","f32":0},"Name":"a\u003cb\u003e\u0026\u2028�\u0001\"\\\n\t","Any":{"a":[null,true,1.5,"x",3,[1],{"k":2}],"z":1},"Anys":[],"Map":{},"Ints":{"1":"a","2":"b"},"Bytes":"aGVsbG8=","Array":[0,0,0],"Two":[{"u16":"0","f32":0},{"u16":"0","f32":0}],"Ptr":7,"P":"p5","PP":"p6","V":"\u003cv\u003e","Vs":{"k":"\u003cw\u003e"},"when":"2026-01-02T03:04:05.000000006Z","Num":1e5,"Raw":{"a":[1,"\u003c"]},"Iface":null,"Node":{"Value":1,"Next":{"Value":2,"Kids":null},"Kids":[{"Value":3,"Kids":null}]},"-":0,"zero":{},"Empty":[{},{}],"\u003c\u0026\u003e":"","Floats":[0,-0,1e+21,1e-7,123456789,0.1,1.7976931348623157e+308,5e-324],"U64":18446744073709551615,"Words":["é","世","😀"]}] <nil>
// {"Deep":"d","small":{"u16":"0","f32":0},"Name":"a\u003cb\u003e\u0026\u2028�\u0001\"\\\n\t","Any":{"a":[null,true,1.5,"x",3,[1],{"k":2}],"z":1},"Anys":[],"Map":{},"Ints":{"1":"a","2":"b"},"Bytes":"aGVsbG8=","Array":[0,0,0],"Two":[{"u16":"0","f32":0},{"u16":"0","f32":0}],"Ptr":7,"P":{},"PP":"p4","V":"\u003c\u003cv\u003e!\u003e","Vs":{"k!":"\u003c\u003cw\u003e!\u003e"},"when":"2026-01-02T03:04:05.000000006Z","Num":1e5,"Raw":{"a":[1,"\u003c"]},"Iface":null,"Node":{"Value":1,"Next":{"Value":2,"Kids":null},"Kids":[{"Value":3,"Kids":null}]},"-":0,"zero":{},"Empty":[{},{}],"\u003c\u0026\u003e":"","Floats":[0,-0,1e+21,1e-7,123456789,0.1,1.7976931348623157e+308,5e-324],"U64":18446744073709551615,"Words":["é","世","😀"]} <nil>
// {"Deep":"e","small":{"u16":"0","f32":0},"Name":"a\u003cb\u003e\u0026\u2028�\u0001\"\\\n\t","Any":{"q":[1]},"Anys":[],"Map":{},"Ints":{"1":"a","2":"b","5":"five"},"Bytes":"aGVsbG8=","Array":[9,0,0],"Two":[{"u16":"7","f32":0},{"u16":"0","f32":0}],"Ptr":null,"P":{},"PP":"p4","V":"\u003c\u003cv\u003e!\u003e","Vs":{"k!":"\u003c\u003cw\u003e!\u003e"},"when":"2026-01-02T03:04:05.000000006Z","Num":1e5,"Raw":{"a":[1,"\u003c"]},"Iface":null,"Node":{"Value":1,"Next":{"Value":2,"Kids":null},"Kids":[{"Value":3,"Kids":null},{"Value":2,"Kids":null}]},"-":0,"zero":{},"Empty":[{},{}],"\u003c\u0026\u003e":"","Floats":[0,-0,1e+21,1e-7,123456789,0.1,1.7976931348623157e+308,5e-324],"U64":18446744073709551615,"Words":["only"]} json: cannot unmarshal number x into Go struct field all.Ints.x of type int
// json: unsupported value: NaN
// json: unsupported value: +Inf
// json: unsupported type: chan int
// json: unsupported value: jsontext: object member name must be a string after offset 2
// json: unsupported type: func()
// json: unsupported type: complex64
// <nil>
// json: unsupported value: encountered a cycle via *main.loop
// json: unsupported value: encountered a cycle via map[string]interface {}
// {"Deep":"old","small":{"u16":"0","f32":0},"Name":"","Any":{"i8":4,"u16":"0","f32":1},"Anys":[null,"s"],"Map":{"keep":1,"new":{}},"Ints":null,"Bytes":"AQID","Array":[5,6,0],"Two":[{"u16":"0","f32":0},{"u16":"0","f32":0}],"Ptr":null,"P":{},"PP":null,"V":"\u003c\u003e","Vs":null,"Num":0,"Raw":[1,2],"Iface":null,"Node":{"Value":9,"Kids":[{"Value":8,"Next":{"Value":0,"Kids":null},"Kids":null}]},"-":0,"zero":{},"Empty":null,"\u003c\u0026\u003e":"","Floats":null,"U64":18446744073709551615,"Words":[]} parsing time "2020-02-30T00:00:00Z": day out of range
// 127 <nil>; 127 <nil>; 127 <nil>; 127 <nil>; "" json: cannot unmarshal number into Go value of type string; false json: cannot unmarshal number into Go value of type bool; null json: cannot unmarshal number into Go value of type []int; [false,false] json: cannot unmarshal number into Go value of type [2]bool; null json: cannot unmarshal number into Go value of type map[string]int; null json: cannot unmarshal number into Go value of type map[string]interface {}; 127 <nil>; {"u16":"0","f32":0} json: cannot unmarshal number into Go value of type main.small; 127 <nil>; "p3" <nil>; "\u003c\u003e" json: cannot unmarshal number into Go value of type main.byValue: JSON value must be string type; 127 <nil>; null json: cannot unmarshal number into Go value of type []uint8; null json: cannot unmarshal number into Go value of type fmt.Stringer; {"A":null,"B":null} json: cannot unmarshal number into Go value of type struct { A []map[string][]int8; B []map[string][]int8 }; 
// 0 json: cannot unmarshal number 128 into Go value of type int8; 128 <nil>; 128 <nil>; 128 <nil>; "" json: cannot unmarshal number into Go value of type string; false json: cannot unmarshal number into Go value of type bool; null json: cannot unmarshal number into Go value of type []int; [false,false] json: cannot unmarshal number into Go value of type [2]bool; null json: cannot unmarshal number into Go value of type map[string]int; null json: cannot unmarshal number into Go value of type map[string]interface {}; 128 <nil>; {"u16":"0","f32":0} json: cannot unmarshal number into Go value of type main.small; 128 <nil>; "p3" <nil>; "\u003c\u003e" json: cannot unmarshal number into Go value of type main.byValue: JSON value must be string type; 128 <nil>; null json: cannot unmarshal number into Go value of type []uint8; null json: cannot unmarshal number into Go value of type fmt.Stringer; {"A":null,"B":null} json: cannot unmarshal number into Go value of type struct { A []map[string][]int8; B []map[string][]int8 }; 
// -1 <nil>; 0 json: cannot unmarshal number -1 into Go value of type uint8; -1 <nil>; -1 <nil>; "" json: cannot unmarshal number into Go value of type string; false json: cannot unmarshal number into Go value of type bool; null json: cannot unmarshal number into Go value of type []int; [false,false] json: cannot unmarshal number into Go value of type [2]bool; null json: cannot unmarshal number into Go value of type map[string]int; null json: cannot unmarshal number into Go value of type map[string]interface {}; -1 <nil>; {"u16":"0","f32":0} json: cannot unmarshal number into Go value of type main.small; -1 <nil>; "p2" <nil>; "\u003c\u003e" json: cannot unmarshal number into Go value of type main.byValue: JSON value must be string type; -1 <nil>; null json: cannot unmarshal number into Go value of type []uint8; null json: cannot unmarshal number into Go value of type fmt.Stringer; {"A":null,"B":null} json: cannot unmarshal number into Go value of type struct { A []map[string][]int8; B []map[string][]int8 }; 
// 0 json: cannot unmarshal number 1.5 into Go value of type int8; 0 json: cannot unmarshal number 1.5 into Go value of type uint8; 1.5 <nil>; 1.5 <nil>; "" json: cannot unmarshal number into Go value of type string; false json: cannot unmarshal number into Go value of type bool; null json: cannot unmarshal number into Go value of type []int; [false,false] json: cannot unmarshal number into Go value of type [2]bool; null json: cannot unmarshal number into Go value of type map[string]int; null json: cannot unmarshal number into Go value of type map[string]interface {}; 1.5 <nil>; {"u16":"0","f32":0} json: cannot unmarshal number into Go value of type main.small; 0 json: cannot unmarshal number 1.5 into Go value of type int; "p3" <nil>; "\u003c\u003e" json: cannot unmarshal number into Go value of type main.byValue: JSON value must be string type; 1.5 <nil>; null json: cannot unmarshal number into Go value of type []uint8; null json: cannot unmarshal number into Go value of type fmt.Stringer; {"A":null,"B":null} json: cannot unmarshal number into Go value of type struct { A []map[string][]int8; B []map[string][]int8 }; 
// 0 json: cannot unmarshal number 1e400 into Go value of type int8; 0 json: cannot unmarshal number 1e400 into Go value of type uint8; 0 json: cannot unmarshal number 1e400 into Go value of type float32; 0 json: cannot unmarshal number 1e400 into Go value of type float64; "" json: cannot unmarshal number into Go value of type string; false json: cannot unmarshal number into Go value of type bool; null json: cannot unmarshal number into Go value of type []int; [false,false] json: cannot unmarshal number into Go value of type [2]bool; null json: cannot unmarshal number into Go value of type map[string]int; null json: cannot unmarshal number into Go value of type map[string]interface {}; 0 json: cannot unmarshal number 1e400 into Go value of type float64; {"u16":"0","f32":0} json: cannot unmarshal number into Go value of type main.small; 0 json: cannot unmarshal number 1e400 into Go value of type int; "p5" <nil>; "\u003c\u003e" json: cannot unmarshal number into Go value of type main.byValue: JSON value must be string type; 1e400 <nil>; null json: cannot unmarshal number into Go value of type []uint8; null json: cannot unmarshal number into Go value of type fmt.Stringer; {"A":null,"B":null} json: cannot unmarshal number into Go value of type struct { A []map[string][]int8; B []map[string][]int8 }; 
// 0 json: cannot unmarshal string into Go value of type int8; 0 json: cannot unmarshal string into Go value of type uint8; 0 json: cannot unmarshal string into Go value of type float32; 0 json: cannot unmarshal string into Go value of type float64; "s" <nil>; false json: cannot unmarshal string into Go value of type bool; null json: cannot unmarshal string into Go value of type []int; [false,false] json: cannot unmarshal string into Go value of type [2]bool; null json: cannot unmarshal string into Go value of type map[string]int; null json: cannot unmarshal string into Go value of type map[string]interface {}; "s" <nil>; {"u16":"0","f32":0} json: cannot unmarshal string into Go value of type main.small; 0 json: cannot unmarshal string into Go value of type int; "p3" <nil>; "\u003cs!\u003e" <nil>; 0 json: cannot unmarshal string "s" into Go value of type json.Number: invalid syntax; null json: cannot unmarshal string into Go value of type []uint8: illegal base64 data at input byte 0; null json: cannot unmarshal string into Go value of type fmt.Stringer; {"A":null,"B":null} json: cannot unmarshal string into Go value of type struct { A []map[string][]int8; B []map[string][]int8 }; 
// 0 json: cannot unmarshal string into Go value of type int8; 0 json: cannot unmarshal string into Go value of type uint8; 0 json: cannot unmarshal string into Go value of type float32; 0 json: cannot unmarshal string into Go value of type float64; "😀�é/\b" <nil>; false json: cannot unmarshal string into Go value of type bool; null json: cannot unmarshal string into Go value of type []int; [false,false] json: cannot unmarshal string into Go value of type [2]bool; null json: cannot unmarshal string into Go value of type map[string]int; null json: cannot unmarshal string into Go value of type map[string]interface {}; "😀�é/\b" <nil>; {"u16":"0","f32":0} json: cannot unmarshal string into Go value of type main.small; 0 json: cannot unmarshal string into Go value of type int; "p30" <nil>; "\u003c😀�é/\b!\u003e" <nil>; 0 json: cannot unmarshal string "\ud83d\ude00\ud83d\u00e9\/\b" into Go value of type json.Number: invalid syntax; null json: cannot unmarshal string into Go value of type []uint8: illegal base64 data at input byte 0; null json: cannot unmarshal string into Go value of type fmt.Stringer; {"A":null,"B":null} json: cannot unmarshal string into Go value of type struct { A []map[string][]int8; B []map[string][]int8 }; 
// 0 json: cannot unmarshal bool into Go value of type int8; 0 json: cannot unmarshal bool into Go value of type uint8; 0 json: cannot unmarshal bool into Go value of type float32; 0 json: cannot unmarshal bool into Go value of type float64; "" json: cannot unmarshal bool into Go value of type string; true <nil>; null json: cannot unmarshal bool into Go value of type []int; [false,false] json: cannot unmarshal bool into Go value of type [2]bool; null json: cannot unmarshal bool into Go value of type map[string]int; null json: cannot unmarshal bool into Go value of type map[string]interface {}; true <nil>; {"u16":"0","f32":0} json: cannot unmarshal bool into Go value of type main.small; 0 json: cannot unmarshal bool into Go value of type int; "p4" <nil>; "\u003c\u003e" json: cannot unmarshal bool into Go value of type main.byValue: JSON value must be string type; 0 json: cannot unmarshal bool into Go value of type json.Number; null json: cannot unmarshal bool into Go value of type []uint8; null json: cannot unmarshal bool into Go value of type fmt.Stringer; {"A":null,"B":null} json: cannot unmarshal bool into Go value of type struct { A []map[string][]int8; B []map[string][]int8 }; 
// 0 <nil>; 0 <nil>; 0 <nil>; 0 <nil>; "" <nil>; false <nil>; null <nil>; [false,false] <nil>; null <nil>; null <nil>; null <nil>; {"u16":"0","f32":0} <nil>; null <nil>; "p4" <nil>; "\u003c\u003e" <nil>; 0 <nil>; null <nil>; null <nil>; {"A":null,"B":null} <nil>; 
// 0 json: cannot unmarshal array into Go value of type int8; 0 json: cannot unmarshal array into Go value of type uint8; 0 json: cannot unmarshal array into Go value of type float32; 0 json: cannot unmarshal array into Go value of type float64; "" json: cannot unmarshal array into Go value of type string; false json: cannot unmarshal array into Go value of type bool; [1,2,3] <nil>; [false,false] json: cannot unmarshal number into .0 of type bool; null json: cannot unmarshal array into Go value of type map[string]int; null json: cannot unmarshal array into Go value of type map[string]interface {}; [1,2,3] <nil>; {"u16":"0","f32":0} json: cannot unmarshal array into Go value of type main.small; 0 json: cannot unmarshal array into Go value of type int; "p7" <nil>; "\u003c\u003e" json: cannot unmarshal array into Go value of type main.byValue: JSON value must be string type; 0 json: cannot unmarshal array into Go value of type json.Number; "AQID" <nil>; null json: cannot unmarshal array into Go value of type fmt.Stringer; {"A":null,"B":null} json: cannot unmarshal array into Go value of type struct { A []map[string][]int8; B []map[string][]int8 }; 
// 0 json: cannot unmarshal array into Go value of type int8; 0 json: cannot unmarshal array into Go value of type uint8; 0 json: cannot unmarshal array into Go value of type float32; 0 json: cannot unmarshal array into Go value of type float64; "" json: cannot unmarshal array into Go value of type string; false json: cannot unmarshal array into Go value of type bool; [0] json: cannot unmarshal bool into .0 of type int; [true,false] <nil>; null json: cannot unmarshal array into Go value of type map[string]int; null json: cannot unmarshal array into Go value of type map[string]interface {}; [true] <nil>; {"u16":"0","f32":0} json: cannot unmarshal array into Go value of type main.small; 0 json: cannot unmarshal array into Go value of type int; "p6" <nil>; "\u003c\u003e" json: cannot unmarshal array into Go value of type main.byValue: JSON value must be string type; 0 json: cannot unmarshal array into Go value of type json.Number; "AA==" json: cannot unmarshal bool into .0 of type uint8; null json: cannot unmarshal array into Go value of type fmt.Stringer; {"A":null,"B":null} json: cannot unmarshal array into Go value of type struct { A []map[string][]int8; B []map[string][]int8 }; 
// 0 json: cannot unmarshal array into Go value of type int8; 0 json: cannot unmarshal array into Go value of type uint8; 0 json: cannot unmarshal array into Go value of type float32; 0 json: cannot unmarshal array into Go value of type float64; "" json: cannot unmarshal array into Go value of type string; false json: cannot unmarshal array into Go value of type bool; [] <nil>; [false,false] <nil>; null json: cannot unmarshal array into Go value of type map[string]int; null json: cannot unmarshal array into Go value of type map[string]interface {}; [] <nil>; {"u16":"0","f32":0} json: cannot unmarshal array into Go value of type main.small; 0 json: cannot unmarshal array into Go value of type int; "p2" <nil>; "\u003c\u003e" json: cannot unmarshal array into Go value of type main.byValue: JSON value must be string type; 0 json: cannot unmarshal array into Go value of type json.Number; "" <nil>; null json: cannot unmarshal array into Go value of type fmt.Stringer; {"A":null,"B":null} json: cannot unmarshal array into Go value of type struct { A []map[string][]int8; B []map[string][]int8 }; 
// 0 json: cannot unmarshal object into Go value of type int8; 0 json: cannot unmarshal object into Go value of type uint8; 0 json: cannot unmarshal object into Go value of type float32; 0 json: cannot unmarshal object into Go value of type float64; "" json: cannot unmarshal object into Go value of type string; false json: cannot unmarshal object into Go value of type bool; null json: cannot unmarshal object into Go value of type []int; [false,false] json: cannot unmarshal object into Go value of type [2]bool; {} <nil>; {} <nil>; {} <nil>; {"u16":"0","f32":0} <nil>; 0 json: cannot unmarshal object into Go value of type int; "p2" <nil>; "\u003c\u003e" json: cannot unmarshal object into Go value of type main.byValue: JSON value must be string type; 0 json: cannot unmarshal object into Go value of type json.Number; null json: cannot unmarshal object into Go value of type []uint8; null json: cannot unmarshal object into Go value of type fmt.Stringer; {"A":null,"B":null} <nil>; 
// 0 json: cannot unmarshal object into Go value of type int8; 0 json: cannot unmarshal object into Go value of type uint8; 0 json: cannot unmarshal object into Go value of type float32; 0 json: cannot unmarshal object into Go value of type float64; "" json: cannot unmarshal object into Go value of type string; false json: cannot unmarshal object into Go value of type bool; null json: cannot unmarshal object into Go value of type []int; [false,false] json: cannot unmarshal object into Go value of type [2]bool; {"a":1} <nil>; {"a":1} <nil>; {"a":1} <nil>; {"u16":"0","f32":0} <nil>; 0 json: cannot unmarshal object into Go value of type int; "p7" <nil>; "\u003c\u003e" json: cannot unmarshal object into Go value of type main.byValue: JSON value must be string type; 0 json: cannot unmarshal object into Go value of type json.Number; null json: cannot unmarshal object into Go value of type []uint8; null json: cannot unmarshal object into Go value of type fmt.Stringer; {"A":null,"B":null} json: cannot unmarshal number into Go struct field .a of type []map[string][]int8; 
// 0 json: cannot unmarshal object into Go value of type int8; 0 json: cannot unmarshal object into Go value of type uint8; 0 json: cannot unmarshal object into Go value of type float32; 0 json: cannot unmarshal object into Go value of type float64; "" json: cannot unmarshal object into Go value of type string; false json: cannot unmarshal object into Go value of type bool; null json: cannot unmarshal object into Go value of type []int; [false,false] json: cannot unmarshal object into Go value of type [2]bool; {"f32":0,"i8":-129,"u16":0} json: cannot unmarshal string into Go struct field .u16 of type int; {"f32":"x","i8":-129,"u16":"65536"} <nil>; {"f32":"x","i8":-129,"u16":"65536"} <nil>; {"u16":"0","f32":0} json: cannot unmarshal number -129 into Go struct field small.i8 of type int8; 0 json: cannot unmarshal object into Go value of type int; "p35" <nil>; "\u003c\u003e" json: cannot unmarshal object into Go value of type main.byValue: JSON value must be string type; 0 json: cannot unmarshal object into Go value of type json.Number; null json: cannot unmarshal object into Go value of type []uint8; null json: cannot unmarshal object into Go value of type fmt.Stringer; {"A":null,"B":null} <nil>; 
// 0 json: cannot unmarshal object into Go value of type int8; 0 json: cannot unmarshal object into Go value of type uint8; 0 json: cannot unmarshal object into Go value of type float32; 0 json: cannot unmarshal object into Go value of type float64; "" json: cannot unmarshal object into Go value of type string; false json: cannot unmarshal object into Go value of type bool; null json: cannot unmarshal object into Go value of type []int; [false,false] json: cannot unmarshal object into Go value of type [2]bool; {"A":0,"b":0} json: cannot unmarshal array into Go struct field .A of type int; {"A":[{"x":[1,200]}],"b":[{}]} <nil>; {"A":[{"x":[1,200]}],"b":[{}]} <nil>; {"u16":"0","f32":0} json: cannot unmarshal array into Go struct field small.b of type bool; 0 json: cannot unmarshal object into Go value of type int; "p30" <nil>; "\u003c\u003e" json: cannot unmarshal object into Go value of type main.byValue: JSON value must be string type; 0 json: cannot unmarshal object into Go value of type json.Number; null json: cannot unmarshal object into Go value of type []uint8; null json: cannot unmarshal object into Go value of type fmt.Stringer; {"A":[{"x":[1,0]}],"B":[{}]} json: cannot unmarshal number 200 into .A.0.x.1 of type int8; 
// 0 json: cannot unmarshal object into Go value of type int8; 0 json: cannot unmarshal object into Go value of type uint8; 0 json: cannot unmarshal object into Go value of type float32; 0 json: cannot unmarshal object into Go value of type float64; "" json: cannot unmarshal object into Go value of type string; false json: cannot unmarshal object into Go value of type bool; null json: cannot unmarshal object into Go value of type []int; [false,false] json: cannot unmarshal object into Go value of type [2]bool; {"U16":0,"u16":0} json: cannot unmarshal string into Go struct field .U16 of type int; {"U16":"null","u16":"5"} <nil>; {"U16":"null","u16":"5"} <nil>; {"u16":"5","f32":0} <nil>; 0 json: cannot unmarshal object into Go value of type int; "p24" <nil>; "\u003c\u003e" json: cannot unmarshal object into Go value of type main.byValue: JSON value must be string type; 0 json: cannot unmarshal object into Go value of type json.Number; null json: cannot unmarshal object into Go value of type []uint8; null json: cannot unmarshal object into Go value of type fmt.Stringer; {"A":null,"B":null} <nil>; 
// 0 json: cannot unmarshal array into Go value of type int8; 0 json: cannot unmarshal array into Go value of type uint8; 0 json: cannot unmarshal array into Go value of type float32; 0 json: cannot unmarshal array into Go value of type float64; "" json: cannot unmarshal array into Go value of type string; false json: cannot unmarshal array into Go value of type bool; [1,2] <nil>; [false,false] json: cannot unmarshal number into .0 of type bool; null json: cannot unmarshal array into Go value of type map[string]int; null json: cannot unmarshal array into Go value of type map[string]interface {}; [1,2] <nil>; {"u16":"0","f32":0} json: cannot unmarshal array into Go value of type main.small; 0 json: cannot unmarshal array into Go value of type int; "p9" <nil>; "\u003c\u003e" json: cannot unmarshal array into Go value of type main.byValue: JSON value must be string type; 0 json: cannot unmarshal array into Go value of type json.Number; "AQI=" <nil>; null json: cannot unmarshal array into Go value of type fmt.Stringer; {"A":null,"B":null} json: cannot unmarshal array into Go value of type struct { A []map[string][]int8; B []map[string][]int8 }; 
// 0 unexpected end of JSON input invalid character '?' looking for beginning of value
// 1 unexpected end of JSON input invalid character '?' looking for beginning of object key string
// 2 unexpected end of JSON input <nil>
// 3 unexpected end of JSON input invalid character '\\' after object key
// 4 unexpected end of JSON input invalid character '?' after object key
// 5 unexpected end of JSON input invalid character '?' looking for beginning of value
// 6 unexpected end of JSON input invalid character '?' looking for beginning of value
// 7 unexpected end of JSON input invalid character '?' after array element
// 8 unexpected end of JSON input invalid character '?' looking for beginning of value
// 9 unexpected end of JSON input invalid character '?' in numeric literal
// 10 unexpected end of JSON input invalid character '?' after array element
// 11 unexpected end of JSON input invalid character '?' in numeric literal
// 12 unexpected end of JSON input invalid character '?' after array element
// 13 unexpected end of JSON input invalid character '?' in numeric literal
// 14 unexpected end of JSON input invalid character '?' in numeric literal
// 15 unexpected end of JSON input invalid character '?' after array element
// 16 unexpected end of JSON input invalid character '?' looking for beginning of value
// 17 unexpected end of JSON input invalid character '?' in literal true (expecting 'r')
// 18 unexpected end of JSON input invalid character '?' in literal true (expecting 'u')
// 19 unexpected end of JSON input invalid character '?' in literal true (expecting 'e')
// 20 unexpected end of JSON input invalid character '?' after array element
// 21 unexpected end of JSON input invalid character '?' looking for beginning of value
// 22 unexpected end of JSON input invalid character '?' in literal null (expecting 'u')
// 23 unexpected end of JSON input invalid character '?' in literal null (expecting 'l')
// 24 unexpected end of JSON input invalid character '?' in literal null (expecting 'l')
// 25 unexpected end of JSON input invalid character '?' after array element
// 26 unexpected end of JSON input invalid character '?' looking for beginning of value
// 27 unexpected end of JSON input <nil>
// 28 unexpected end of JSON input invalid escape sequence `\?` in string
// 29 unexpected end of JSON input invalid escape sequence `\u?0e9` in string
// 30 unexpected end of JSON input invalid escape sequence `\u0?e9` in string
// 31 unexpected end of JSON input invalid escape sequence `\u00?9` in string
// 32 unexpected end of JSON input invalid escape sequence `\u00e?` in string
// 33 unexpected end of JSON input <nil>
// 34 unexpected end of JSON input invalid escape sequence `\?` in string
// 35 unexpected end of JSON input invalid character 'b' after array element
// 36 unexpected end of JSON input invalid character '?' after array element
// 37 unexpected end of JSON input invalid character '?' after object key:value pair
// 38 unexpected end of JSON input invalid character '?' looking for beginning of object key string
// 39 unexpected end of JSON input <nil>
// 40 unexpected end of JSON input invalid character 'c' after object key
// 41 unexpected end of JSON input invalid character '?' after object key
// 42 unexpected end of JSON input invalid character '?' looking for beginning of value
// 43 unexpected end of JSON input invalid character '?' looking for beginning of object key string
// 44 unexpected end of JSON input <nil>
// 45 unexpected end of JSON input invalid character 'd' after object key
// 46 unexpected end of JSON input invalid character '?' after object key
// 47 unexpected end of JSON input invalid character '?' looking for beginning of value
// 48 unexpected end of JSON input invalid character '?' looking for beginning of object key string
// 49 unexpected end of JSON input invalid character '?' after object key:value pair
// 50 unexpected end of JSON input invalid character '?' looking for beginning of object key string
// 51 unexpected end of JSON input <nil>
// 52 unexpected end of JSON input unexpected end of JSON input
// 53 unexpected end of JSON input invalid character '?' after object key
// 54 unexpected end of JSON input invalid character '?' looking for beginning of value
// 55 unexpected end of JSON input invalid character '?' looking for beginning of value
// 56 unexpected end of JSON input invalid character '?' after object key:value pair
// 57 unexpected end of JSON input invalid character '?' after object key:value pair
// unexpected end of JSON input 3
// invalid character 'x' in literal true (expecting 'e') 4
// unexpected end of JSON input 3
// invalid character 'x' in literal null (expecting 'l') 3
// invalid character 'y' in literal false (expecting 'e') 5
// invalid escape sequence `\x` in string 3
// invalid escape sequence `\u12G4` in string 7
// unexpected end of JSON input 1
// unexpected end of JSON input 1
// invalid character '\x01' in string 2
// invalid character '1' after top-level value 2
// unexpected end of JSON input 0
// unexpected end of JSON input 0
// unexpected end of JSON input 0
// unexpected end of JSON input 0
// invalid character 'a' in numeric literal 2
// invalid character ']' looking for beginning of value 4
// invalid character '2' after array element 4
// invalid character '1' after object key 6
// invalid character '}' looking for beginning of object key string 8
// invalid character '1' looking for beginning of object key string 2
// invalid character '"' after object key:value pair 8
// invalid character '2' after top-level value 3
// invalid character '\x80' looking for beginning of value 1
// invalid character 'é' looking for beginning of value 2
// unexpected end of JSON input 0
// unexpected end of JSON input 1
// exceeded max depth 10001
// "{\n#\t\"a\": [\n#\t\t1,\n#\t\t{},\n#\t\t[],\n#\t\t\"x y\"\n#\t],\n#\t\"b\": {\n#\t\t\"c\": null\n#\t}\n#} \n|[1,\"a b\\\" \",{\"x\":2}]|\"\\u003ca href='x'\\u003e\\u0026\\u2028\\u2029\xe2\x80\""
// <nil> {1} json: unknown field "zz" {1}
// <nil> [1e3 12345678901234567890]
