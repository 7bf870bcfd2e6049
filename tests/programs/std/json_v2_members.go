// encoding/json/v2 reads members and elements of checked text in any order, and errors tell their place.
package main

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"
	"strings"
)

type inner struct {
	A int
	B string
	C []int
	D map[string]int
	E *inner
	F float64
	G bool
	H uint8
	I int8
	J any
	K [2]int
	L place
}

// place notes where its decoder stands.
type place struct{ at string }

func (p *place) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	before, pointer, depth := d.InputOffset(), d.StackPointer(), d.StackDepth()
	kind, n := d.StackIndex(depth)
	v, err := d.ReadValue()
	p.at = fmt.Sprint(before, pointer, depth, kind, n, d.InputOffset(), d.StackPointer(), string(v))
	return err
}

type keyed map[string]string

func show[T any](texts ...string) {
	for _, text := range texts {
		var x T
		err := json.Unmarshal([]byte(text), &x)
		var e *inner
		if p, ok := any(&x).(*inner); ok {
			e, p.E = p.E, nil
		}
		fmt.Printf("%+v\n", x)
		if e != nil {
			fmt.Println("\tE:", e.A, e.C, e.E != nil)
		}
		if err != nil {
			fmt.Println("\t", strings.Replace(err.Error(), "cannot", "unable to", 1))
			if s, ok := err.(*json.SemanticError); ok {
				fmt.Printf("\t%d %q %v %v\n", s.ByteOffset, s.JSONPointer, s.JSONKind, s.GoType)
			}
			if s, ok := err.(*jsontext.SyntacticError); ok {
				fmt.Printf("\t%d %q\n", s.ByteOffset, s.JSONPointer)
			}
		}
	}
}

func main() {
	show[inner](
		`{}`,
		`{"A":1,"B":"b","F":1.5,"G":true,"H":255,"I":-128}`,
		` { "I" : -1 , "H" : 2 , "G" : false , "F" : -1e3 , "B" : "x\u0041\n" , "A" : -7 } `,
		`{"A":1,"unknown":[{"A":2}],"B":"after","x":null}`,
		`{"\u0041":3,"C":[1,2,3],"D":{"k":1,"l":2},"A2":1}`,
		`{"C":[],"D":{},"E":{"A":9,"C":[4]},"J":{"a":[1,"x",null]}}`,
		`{"A":null,"B":null,"C":null,"D":null,"E":null,"F":null,"G":null,"H":null,"J":null,"K":null}`,
		`{"B":"q","L":1}`, `{"C":[1,2],"L":{"A":1},"A":4}`,
		`{"A":1,"B":2}`, `{"A":1,"H":256}`, `{"A":1,"I":-129,"B":"x"}`, `{"A":1.5}`, `{"A":1e2}`, `{"G":"true"}`,
		`{"C":[1,"x",3]}`, `{"C":[1,2,99999999999999999999]}`, `{"D":{"a":1,"b":"x","c":2}}`, `{"D":{"a":1,"b":null}}`,
		`{"F":1e999}`, `{"H":-1}`, `{"K":[1,2]}`, `{"K":[1]}`, `{"E":{"E":{"A":"x"}}}`, `{"C":[[1]]}`, `{"B":["x"]}`,
		`{"A":1,"A":2}`, `{"A":1,"\u0041":2}`, `{"D":{"a":1,"a":2}}`, `{"A":1,}`, `{"A":1`, `{"A":1}x`, `{"a":1}`,
		`{"A":-0,"F":-0}`,
	)
	show[[]int](`[]`, `[1]`, `[ 1 , 2,3 ]`, `[1,null,3]`, `[1,true]`, `null`)
	show[[]string](`["a","\u00e9\ud83d\ude00","é"]`, `["a",1]`)
	show[[]uint16](`[0,65535]`, `[65536]`, `[-1]`)
	show[[]bool](`[true,false,true]`, `[true,null]`, `[1]`)
	show[[]float64](`[0,-0,1e3,0.1]`, `[1e400]`)
	show[[]float32](`[0.1,16777217]`, `[1e39]`)
	show[[][]int](`[[1,2],[],[3],null]`)
	show[[]*int](`[null]`)
	show[map[string]bool](`{"a":true,"b":false}`, `{"a":1}`)
	show[map[string][]int](`{"a":[1],"b":[2,3],"c":[]}`, `{"a":[1,"x"]}`)
	show[map[string]map[string]int](`{"a":{"x":1},"b":{"x":2}}`)
	show[keyed](`{"a":"b","c":"d"}`)
	show[map[string]inner](`{"a":{"A":1},"b":{"B":"x"}}`)
	show[[]place](`[1,"x",{}]`)
	show[[2]inner](`[{"A":1},{"A":2}]`)

	m := map[string]int{"a": 1, "z": 26}
	fmt.Println(json.Unmarshal([]byte(`{"a":5,"b":6}`), &m), m)
	fmt.Println(json.Unmarshal([]byte(`{"a":7,"c":"x"}`), &m) != nil, m)
	n := map[string]inner{"a": {A: 1, B: "kept"}}
	fmt.Println(json.Unmarshal([]byte(`{"a":{"A":2}}`), &n), n)
	s := []inner{{A: 1, B: "old"}, {A: 2}}
	fmt.Println(json.Unmarshal([]byte(`[{"B":"new"}]`), &s), s[:2:2])
	l := []int{1, 2, 3}
	fmt.Println(json.Unmarshal([]byte(`[9]`), &l), l, l[:3])
	x := inner{A: 1, B: "kept", C: []int{1, 2, 3}, D: map[string]int{"k": 1}}
	fmt.Println(json.Unmarshal([]byte(`{"C":[7],"D":{"l":2}}`), &x), x.A, x.B, x.C, x.D)

	d := jsontext.NewDecoder(strings.NewReader(`{"A":1,"C":[1,2]} [3,4] {"a":"b"}`))
	var v inner
	fmt.Println(json.UnmarshalDecode(d, &v), v.A, v.C, d.InputOffset())
	fmt.Println(json.UnmarshalDecode(d, &l), l, d.InputOffset())
	var k keyed
	fmt.Println(json.UnmarshalDecode(d, &k), k, d.InputOffset())
	fmt.Println(json.UnmarshalDecode(d, &k), d.InputOffset())
	for i, c := range growths() {
		fmt.Print(i, ":", c, " ")
	}
	fmt.Println()
}

// growths returns the capacities of slices that were read.
func growths() (caps []int) {
	for _, n := range []int{1, 2, 3, 5, 9, 17, 300} {
		var l []int
		text := "[" + strings.TrimSuffix(strings.Repeat("1,", n), ",") + "]"
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			panic(err)
		}
		caps = append(caps, cap(l))
	}
	return caps
}

// Output:
// {A:0 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// {A:1 B:b C:[] D:map[] E:<nil> F:1.5 G:true H:255 I:-128 J:<nil> K:[0 0] L:{at:}}
// {A:-7 B:xA
//  C:[] D:map[] E:<nil> F:-1000 G:false H:2 I:-1 J:<nil> K:[0 0] L:{at:}}
// {A:1 B:after C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// {A:3 B: C:[1 2 3] D:map[k:1 l:2] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// {A:0 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:map[a:[1 x <nil>]] K:[0 0] L:{at:}}
// 	E: 9 [4] false
// {A:0 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// {A:0 B:q C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:12/L1 { 3 14/L1}}
// {A:4 B: C:[1 2] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:14/L1 { 3 22/L{"A":1}}}
// {A:1 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	 json: unable to unmarshal JSON number into Go string within "/B"
// 	11 "/B" number string
// {A:1 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	 json: unable to unmarshal JSON number 256 into Go uint8 within "/H": value out of range
// 	11 "/H" number uint8
// {A:1 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	 json: unable to unmarshal JSON number -129 into Go int8 within "/I": value out of range
// 	11 "/I" number int8
// {A:0 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	 json: unable to unmarshal JSON number 1.5 into Go int within "/A": invalid syntax
// 	5 "/A" number int
// {A:0 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	 json: unable to unmarshal JSON number 1e2 into Go int within "/A": invalid syntax
// 	5 "/A" number int
// {A:0 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	 json: unable to unmarshal JSON string into Go bool within "/G"
// 	5 "/G" string bool
// {A:0 B: C:[1 0] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	 json: unable to unmarshal JSON string into Go int within "/C/1"
// 	8 "/C/1" string int
// {A:0 B: C:[1 2 0] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	 json: unable to unmarshal JSON number 99999999999999999999 into Go int within "/C/2": value out of range
// 	10 "/C/2" number int
// {A:0 B: C:[] D:map[a:1 b:0] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	 json: unable to unmarshal JSON string into Go int within "/D/b"
// 	16 "/D/b" string int
// {A:0 B: C:[] D:map[a:1 b:0] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// {A:0 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	 json: unable to unmarshal JSON number 1e999 into Go float64 within "/F": value out of range
// 	5 "/F" number float64
// {A:0 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	 json: unable to unmarshal JSON number -1 into Go uint8 within "/H": invalid syntax
// 	5 "/H" number uint8
// {A:0 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[1 2] L:{at:}}
// {A:0 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[1 0] L:{at:}}
// 	 json: unable to unmarshal JSON array into Go [2]int within "/K": too few array elements
// 	7 "/K" ] [2]int
// {A:0 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	E: 0 [] true
// 	 json: unable to unmarshal JSON string into Go int within "/E/E/A"
// 	15 "/E/E/A" string int
// {A:0 B: C:[0] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	 json: unable to unmarshal JSON array into Go int within "/C/0"
// 	6 "/C/0" [ int
// {A:0 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	 json: unable to unmarshal JSON array into Go string within "/B"
// 	5 "/B" [ string
// {A:1 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	 jsontext: duplicate object member name "A"
// 	7 "/A"
// {A:1 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	 jsontext: duplicate object member name "A"
// 	7 "/A"
// {A:0 B: C:[] D:map[a:1] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	 jsontext: duplicate object member name "a" within "/D"
// 	12 "/D/a"
// {A:1 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	 jsontext: invalid character ',' at start of value after offset 6
// 	6 ""
// {A:1 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	 jsontext: unexpected EOF after offset 6
// 	6 ""
// {A:1 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// 	 jsontext: invalid character 'x' after top-level value after offset 7
// 	7 ""
// {A:0 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// {A:0 B: C:[] D:map[] E:<nil> F:-0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}
// []
// [1]
// [1 2 3]
// [1 0 3]
// [1 0]
// 	 json: unable to unmarshal JSON boolean into Go int within "/1"
// 	3 "/1" true int
// []
// [a é😀 é]
// [a ]
// 	 json: unable to unmarshal JSON number into Go string within "/1"
// 	5 "/1" number string
// [0 65535]
// [0]
// 	 json: unable to unmarshal JSON number 65536 into Go uint16 within "/0": value out of range
// 	1 "/0" number uint16
// [0]
// 	 json: unable to unmarshal JSON number -1 into Go uint16 within "/0": invalid syntax
// 	1 "/0" number uint16
// [true false true]
// [true false]
// [false]
// 	 json: unable to unmarshal JSON number into Go bool within "/0"
// 	1 "/0" number bool
// [0 -0 1000 0.1]
// [0]
// 	 json: unable to unmarshal JSON number 1e400 into Go float64 within "/0": value out of range
// 	1 "/0" number float64
// [0.1 1.6777216e+07]
// [0]
// 	 json: unable to unmarshal JSON number 1e39 into Go float32 within "/0": value out of range
// 	1 "/0" number float32
// [[1 2] [] [3] []]
// [<nil>]
// map[a:true b:false]
// map[a:false]
// 	 json: unable to unmarshal JSON number into Go bool within "/a"
// 	5 "/a" number bool
// map[a:[1] b:[2 3] c:[]]
// map[a:[1 0]]
// 	 json: unable to unmarshal JSON string into Go int within "/a/1"
// 	8 "/a/1" string int
// map[a:map[x:1] b:map[x:2]]
// map[a:b c:d]
// map[a:{A:1 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}} b:{A:0 B:x C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}]
// [{at:11 [ 0 2/01} {at:2/01 [ 1 6/1"x"} {at:6/11 [ 2 9/2{}}]
// [{A:1 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}} {A:2 B: C:[] D:map[] E:<nil> F:0 G:false H:0 I:0 J:<nil> K:[0 0] L:{at:}}]
// <nil> map[a:5 b:6 z:26]
// true map[a:7 b:6 c:0 z:26]
// <nil> map[a:{2 kept [] map[] <nil> 0 false 0 0 <nil> [0 0] {}}]
// <nil> [{0 new [] map[] <nil> 0 false 0 0 <nil> [0 0] {}} {2  [] map[] <nil> 0 false 0 0 <nil> [0 0] {}}]
// <nil> [9] [9 2 3]
// <nil> 1 kept [7] map[k:1 l:2]
// <nil> 1 [1 2] 17
// <nil> [3 4] 23
// <nil> map[a:b] 33
// EOF 33
// 0:1 1:2 2:4 3:8 4:16 5:32 6:512
