package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"regexp"
	"time"

	"encoding/gob"
)

type P struct{ X, Y int }
type Inner struct {
	A string
	B []byte
	C *float64
}
type All struct {
	Bool   bool
	I8     int8
	I64    int64
	U      uint16
	F      float32
	C      complex128
	S      string
	Bs     []byte
	Ss     []string
	In     Inner
	PIn    *Inner
	M      map[string]int
	Arr    [3]int
	Any    any
	Rec    *All
	Recs   []All
	Ch     chan int
	Fn     func()
	hidden int
	T      time.Time
	Big    *big.Int
	PP     **int
	Mat    [][]float64
	MS     map[P][]Inner
	Bools  []bool
	Cs     []complex64
	Named  Strs
	Pr     []*P
}
type Strs []string
type G struct{ v string }

func (g G) GobEncode() ([]byte, error) {
	if g.v == "bad" {
		return nil, errors.New("bad G")
	}
	return []byte("<" + g.v + ">"), nil
}
func (g *G) GobDecode(p []byte) error {
	if len(p) < 2 {
		return errors.New("short G")
	}
	g.v = string(p[1 : len(p)-1])
	return nil
}

type H struct {
	V G
	P *G
	L []G
	A [2]G
	M map[string]G
	Q *H
}
type B byte
type Shape interface{ Area() float64 }
type Sq struct{ Side float64 }

func (s Sq) Area() float64 { return s.Side * s.Side }

type Circ struct{ R float64 }

func (s *Circ) Area() float64 { return s.R }

type RecMap map[string]RecMap
type RecSl []RecSl
type NoExp struct{ a int }
type Holder struct{ Shapes []Shape }
type Nest struct{ V any }

func out(name string, vs ...any) []byte {
	var b bytes.Buffer
	e := gob.NewEncoder(&b)
	for _, v := range vs {
		func() {
			defer func() {
				if r := recover(); r != nil {
					fmt.Println(name, "panic", r)
				}
			}()
			if err := e.Encode(v); err != nil {
				fmt.Println(name, "error", err)
			}
		}()
	}
	fmt.Println(name, hex.EncodeToString(b.Bytes()))
	return b.Bytes()
}

func in(name string, data []byte, to ...any) {
	d := gob.NewDecoder(bytes.NewReader(data))
	for _, t := range to {
		func() {
			defer func() {
				if r := recover(); r != nil {
					fmt.Println(name, "panic", r)
				}
			}()
			err := d.Decode(t)
			if err != nil {
				fmt.Println(name, "error", err)
				return
			}
			if t != nil {
				fmt.Printf("%s %s\n", name, noPointers.ReplaceAllString(fmt.Sprintf("%+v", reflect.ValueOf(t).Elem().Interface()), "PTR"))
			}
		}()
	}
}

var noPointers = regexp.MustCompile("0x[0-9a-f]{6,}")

// What is written is compared byte by byte; decoding goes into the type itself and into others.
func main() {
	gob.Register(P{})
	gob.Register(Sq{})
	gob.Register(&Circ{})
	gob.Register(Nest{})
	gob.Register(G{})
	gob.Register(map[string]int{})
	gob.RegisterName("my/all", &All{})
	f := 2.5
	pi := new(int)
	*pi = 7
	a := All{Bool: true, I8: -3, I64: math.MinInt64, U: 65535, F: 1.5, C: complex(1, -2), S: "hé", Bs: []byte{1, 2}, Ss: []string{"a", ""},
		In: Inner{"x", nil, &f}, PIn: &Inner{B: []byte("z")}, M: map[string]int{"k": 5}, Arr: [3]int{1, 0, 3}, Any: P{3, 4},
		Rec: &All{S: "inner"}, Recs: []All{{U: 1}, {}}, Ch: make(chan int), T: time.Date(2020, 1, 2, 3, 4, 5, 6, time.UTC),
		Big: big.NewInt(-12345678901), PP: &pi, Mat: [][]float64{{1}, {}, {2, 3}}, MS: map[P][]Inner{{1, 2}: {{A: "q"}}},
		Bools: []bool{true, false}, Cs: []complex64{1i}, Named: Strs{"n"}, Pr: []*P{{1, 2}}}
	data := out("point", P{22, 33}, &P{1, 0})
	in("point", data, new(P), new(struct{ Y int }), new(P))
	data = out("all", a)
	var b All
	in("alldec", data, &struct{ S string }{}, nil)
	d := gob.NewDecoder(bytes.NewReader(data))
	fmt.Println(d.Decode(&b))
	b.Ch, a.Ch = nil, nil
	bb := b
	bb.PIn, bb.Rec, bb.PP, bb.In.C, bb.Pr, bb.Big = nil, nil, nil, nil, nil, nil
	fmt.Printf("%+v %v %v %v %v %v\n", bb, *b.PIn, b.Rec.S, **b.PP, *b.In.C, b.Big)
	for i, v := range []any{true, false, 0, -1, 127, 128, -129, 1 << 40, uint(300), 17.0, math.Inf(1), math.Copysign(0, -1), 1 + 2i, "", "abc", []byte{}, []byte("xy"), []int{1, 2, -3}, [2]string{"p", "q"}, map[int]bool{1: true}, []any{1, "s", nil, P{5, 6}}, &f, &pi, Strs{"z"}, []Strs{{"a"}}, B(3), []B{1, 2}, RecMap{"a": {"b": nil}}, RecSl{{}, {{}}}, G{"g"}, &G{"pg"}, struct{}{}, []struct{}{{}, {}}, time.Duration(5), []*P{{1, 2}}, map[string]*P{"a": {3, 4}}, []uint8(nil), []int(nil), map[string]int(nil), [0]int{}, [2][2]int{{1, 2}, {3, 4}}} {
		data := out(fmt.Sprint("v", i), v)
		to := reflect.New(reflect.TypeOf(v))
		in(fmt.Sprint("v", i), data, to.Interface(), to.Interface())
		var any any
		in(fmt.Sprint("any", i), data, &any)
		in(fmt.Sprint("nil", i), data, nil)
		in(fmt.Sprint("int8", i), data, new(int8))
		in(fmt.Sprint("P", i), data, new(P))
		in(fmt.Sprint("ss", i), data, new([]string))
	}
	h := H{V: G{"v"}, P: &G{"p"}, L: []G{{"1"}, {"2"}}, A: [2]G{{"x"}, {"y"}}, M: map[string]G{"k": {"m"}}, Q: &H{}}
	data = out("H", h, &h)
	var h2 H
	in("H", data, &struct{ L []G }{}, &h2)
	fmt.Println(h2.P, h2.Q)
	in("Hskip", data, &struct{ Z int }{}, &struct{ M map[string]G }{})
	data = out("shapes", Holder{[]Shape{Sq{2}, &Circ{3}, nil, Sq{4}}})
	var ho Holder
	in("shapes", data, &ho)
	for _, s := range ho.Shapes {
		if s != nil {
			fmt.Println(s.Area())
		}
	}
	in("shapes2", data, &struct{ Shapes []any }{}, nil)
	in("shapes3", data, &struct {
		Shapes []error
	}{}, nil)
	in("shapes4", data, &struct {
		Shapes []fmt.Stringer
		Other  int
	}{}, nil)
	data = out("nest", Nest{Nest{Nest{P{1, 2}}}}, Nest{[]int{1}}, Nest{G{"q"}}, Nest{int8(3)}, Nest{map[string]int{"a": 1}}, Nest{&All{S: "deep"}})
	in("nest", data, new(Nest), new(Nest), new(Nest), new(Nest), new(Nest))
	in("nestskip", data, &struct{ W int }{}, nil, nil, nil, nil, nil, nil)
}

// Output:
// point 1a7f030101015001ff80000102010158010400010159010400000007ff80012c01420005ff80010200
// point {X:22 Y:33}
// point {Y:0}
// point error EOF
// all ffdaff8103010103416c6c01ff820001190104426f6f6c010200010249380104000103493634010400010155010600010146010800010143010e00010153010c0001024273010a000102537301ff84000102496e01ff8600010350496e01ff860001014d01ff8800010341727201ff8a000103416e79011000010352656301ff820001045265637301ff8c0001015401ff8e00010342696701ff90000102505001040001034d617401ff940001024d5301ff98000105426f6f6c7301ff9a000102437301ff9c0001054e616d656401ff9e000102507201ffa000000016ff83020101085b5d737472696e6701ff8400010c000025ff8503010105496e6e657201ff86000103010141010c00010142010a0001014301080000001eff870401010e6d61705b737472696e675d696e7401ff8800010c0104000016ff89010101065b335d696e7401ff8a0001040106000019ff8b0201010a5b5d6d61696e2e416c6c01ff8c0001ff82000010ff8d0501010454696d6501ff8e0000000aff8f050102ffa20000001aff930201010b5b5d5b5d666c6f6174363401ff940001ff9200000cff91020102ff92000108000029ff97040101176d61705b6d61696e2e505d5b5d6d61696e2e496e6e657201ff980001ff8001ff9600001a7f030101015001ff8000010201015801040001015901040000000dff95020102ff960001ff86000014ff99020101065b5d626f6f6c01ff9a000102000019ff9b0201010b5b5d636f6d706c6578363401ff9c00010e000012ff9d020101045374727301ff9e00010c000018ff9f020101095b5d2a6d61696e2e5001ffa00001ff800000ffc1ff820101010501f8ffffffffffffffff01feffff01fef83f01fef03fffc0010368c3a90102010201020161000101017802fe0440000102017a000101016b0a010302000601066d61696e2e50ff80050106010800010705696e6e657203000303000000000102040106000303000000000a00030300000000010f010000000ed59f54a500000006ffff01060302dfdc1c35010e010301fef03f000240fe084001010102010400010101710001020100010100fef03f0101016e0101010201040000
// alldec {S:hé}
// alldec error EOF
// <nil>
// {Bool:true I8:-3 I64:-9223372036854775808 U:65535 F:1.5 C:(1-2i) S:hé Bs:[1 2] Ss:[a ] In:{A:x B:[] C:<nil>} PIn:<nil> M:map[k:5] Arr:[1 0 3] Any:{X:3 Y:4} Rec:<nil> Recs:[{Bool:false I8:0 I64:0 U:1 F:0 C:(0+0i) S: Bs:[] Ss:[] In:{A: B:[] C:<nil>} PIn:<nil> M:map[] Arr:[0 0 0] Any:<nil> Rec:<nil> Recs:[] Ch:<nil> Fn:<nil> hidden:0 T:0001-01-01 00:00:00 +0000 UTC Big:<nil> PP:<nil> Mat:[] MS:map[] Bools:[] Cs:[] Named:[] Pr:[]} {Bool:false I8:0 I64:0 U:0 F:0 C:(0+0i) S: Bs:[] Ss:[] In:{A: B:[] C:<nil>} PIn:<nil> M:map[] Arr:[0 0 0] Any:<nil> Rec:<nil> Recs:[] Ch:<nil> Fn:<nil> hidden:0 T:0001-01-01 00:00:00 +0000 UTC Big:<nil> PP:<nil> Mat:[] MS:map[] Bools:[] Cs:[] Named:[] Pr:[]}] Ch:<nil> Fn:<nil> hidden:0 T:2020-01-02 03:04:05.000000006 +0000 UTC Big:<nil> PP:<nil> Mat:[[1] [] [2 3]] MS:map[{X:1 Y:2}:[{A:q B:[] C:<nil>}]] Bools:[true false] Cs:[(0+1i)] Named:[n] Pr:[]} { [122] <nil>} inner 7 2.5 -12345678901
// v0 03020001
// v0 true
// v0 error EOF
// any0 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type bool
// int80 error gob: decoding into local type *int8, received remote type bool
// P0 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss0 error gob: decoding into local type *[]string, received remote type bool
// v1 03020000
// v1 false
// v1 error EOF
// any1 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type bool
// int81 error gob: decoding into local type *int8, received remote type bool
// P1 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss1 error gob: decoding into local type *[]string, received remote type bool
// v2 03040000
// v2 0
// v2 error EOF
// any2 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type int
// int82 0
// P2 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss2 error gob: decoding into local type *[]string, received remote type int
// v3 03040001
// v3 -1
// v3 error EOF
// any3 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type int
// int83 -1
// P3 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss3 error gob: decoding into local type *[]string, received remote type int
// v4 040400fffe
// v4 127
// v4 error EOF
// any4 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type int
// int84 127
// P4 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss4 error gob: decoding into local type *[]string, received remote type int
// v5 050400fe0100
// v5 128
// v5 error EOF
// any5 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type int
// int85 error value for "*int8" out of range
// P5 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss5 error gob: decoding into local type *[]string, received remote type int
// v6 050400fe0101
// v6 -129
// v6 error EOF
// any6 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type int
// int86 error value for "*int8" out of range
// P6 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss6 error gob: decoding into local type *[]string, received remote type int
// v7 090400fa020000000000
// v7 1099511627776
// v7 error EOF
// any7 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type int
// int87 error value for "*int8" out of range
// P7 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss7 error gob: decoding into local type *[]string, received remote type int
// v8 050600fe012c
// v8 300
// v8 error EOF
// any8 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type uint
// int88 error gob: decoding into local type *int8, received remote type uint
// P8 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss8 error gob: decoding into local type *[]string, received remote type uint
// v9 050800fe3140
// v9 17
// v9 error EOF
// any9 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type float
// int89 error gob: decoding into local type *int8, received remote type float
// P9 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss9 error gob: decoding into local type *[]string, received remote type float
// v10 050800fef07f
// v10 +Inf
// v10 error EOF
// any10 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type float
// int810 error gob: decoding into local type *int8, received remote type float
// P10 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss10 error gob: decoding into local type *[]string, received remote type float
// v11 040800ff80
// v11 -0
// v11 error EOF
// any11 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type float
// int811 error gob: decoding into local type *int8, received remote type float
// P11 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss11 error gob: decoding into local type *[]string, received remote type float
// v12 060e00fef03f40
// v12 (1+2i)
// v12 error EOF
// any12 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type complex
// int812 error gob: decoding into local type *int8, received remote type complex
// P12 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss12 error gob: decoding into local type *[]string, received remote type complex
// v13 030c0000
// v13
// v13 error EOF
// any13 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type string
// int813 error gob: decoding into local type *int8, received remote type string
// P13 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss13 error gob: decoding into local type *[]string, received remote type string
// v14 060c0003616263
// v14 abc
// v14 error EOF
// any14 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type string
// int814 error gob: decoding into local type *int8, received remote type string
// P14 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss14 error gob: decoding into local type *[]string, received remote type string
// v15 030a0000
// v15 []
// v15 error EOF
// any15 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type bytes
// int815 error gob: decoding into local type *int8, received remote type bytes
// P15 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss15 error gob: decoding into local type *[]string, received remote type bytes
// v16 050a00027879
// v16 [120 121]
// v16 error EOF
// any16 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type bytes
// int816 error gob: decoding into local type *int8, received remote type bytes
// P16 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss16 error gob: decoding into local type *[]string, received remote type bytes
// v17 0cffa3020102ffa4000104000007ffa40003020405
// v17 [1 2 -3]
// v17 error EOF
// any17 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type []int
// int817 error gob: decoding into local type *int8, received remote type []int
// P17 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss17 error gob: decoding into local type *[]string, received remote type []int
// v18 0effa5010102ffa600010c0104000008ffa6000201700171
// v18 [p q]
// v18 error EOF
// any18 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type [2]string
// int818 error gob: decoding into local type *int8, received remote type [2]string
// P18 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss18 error gob: decoding into local type *[]string, received remote type [2]string
// v19 0effa7040102ffa80001040102000006ffa800010201
// v19 map[1:true]
// v19 error EOF
// any19 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type map[int]bool
// int819 error gob: decoding into local type *int8, received remote type map[int]bool
// P19 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss19 error gob: decoding into local type *[]string, received remote type map[int]bool
// v20 0cffa9020102ffaa00011000003affaa000403696e740402000206737472696e670c0300017300066d61696e2e507f030101015001ff80000102010158010400010159010400000008ff8005010a010c00
// v20 [1 s <nil> {X:5 Y:6}]
// v20 error EOF
// any20 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type []interface
// nil20 error gob: bad interface encoding: data length too large for buffer
// int820 error gob: decoding into local type *int8, received remote type []interface
// P20 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss20 error gob: decoding into local type *[]string, received remote type []interface
// v21 050800fe0440
// v21 PTR
// v21 error EOF
// any21 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type float
// int821 error gob: decoding into local type *int8, received remote type float
// P21 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss21 error gob: decoding into local type *[]string, received remote type float
// v22 0304000e
// v22 PTR
// v22 error EOF
// any22 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type int
// int822 7
// P22 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss22 error gob: decoding into local type *[]string, received remote type int
// v23 12ff9d020101045374727301ff9e00010c000006ff9e0001017a
// v23 [z]
// v23 error EOF
// any23 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type []string
// int823 error gob: decoding into local type *int8, received remote type []string
// P23 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss23 [z]
// v24 0dffab020102ffac0001ff9e000012ff9d020101045374727301ff9e00010c000007ffac0001010161
// v24 [[a]]
// v24 error EOF
// any24 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type [][]string
// int824 error gob: decoding into local type *int8, received remote type [][]string
// P24 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss24 error gob: decoding into local type *[]string, received remote type [][]string
// v25 03060003
// v25 3
// v25 error EOF
// any25 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type uint
// int825 error gob: decoding into local type *int8, received remote type uint
// P25 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss25 error gob: decoding into local type *[]string, received remote type uint
// v26 050a00020102
// v26 [1 2]
// v26 error EOF
// any26 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type bytes
// int826 error gob: decoding into local type *int8, received remote type bytes
// P26 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss26 error gob: decoding into local type *[]string, received remote type bytes
// v27 17ffad040101065265634d617001ffae00010c01ffae00000affae0001016101016200
// v27 map[a:map[b:map[]]]
// v27 error EOF
// any27 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type map[string]RecMap
// int827 error gob: decoding into local type *int8, received remote type map[string]RecMap
// P27 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss27 error gob: decoding into local type *[]string, received remote type map[string]RecMap
// v28 14ffaf02010105526563536c01ffb00001ffb0000007ffb00002000100
// v28 [[] [[]]]
// v28 error EOF
// any28 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type []RecSl
// int828 error gob: decoding into local type *int8, received remote type []RecSl
// P28 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss28 error gob: decoding into local type *[]string, received remote type []RecSl
// v29 0dffb1050101014701ffb200000007ffb200033c673e
// v29 {v:g}
// v29 error EOF
// any29 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type G
// int829 error gob: decoding into local type *int8, received remote type G
// P29 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss29 error gob: decoding into local type *[]string, received remote type G
// v30 0affb1050102ffb400000008ffb200043c70673e
// v30 &{v:pg}
// v30 error EOF
// any30 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type G
// int830 error gob: decoding into local type *int8, received remote type G
// P30 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss30 error gob: decoding into local type *[]string, received remote type G
// v31 0affb5030102ffb600000003ffb600
// v31 {}
// v31 error EOF
// any31 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type  = struct { }
// int831 error gob: decoding into local type *int8, received remote type  = struct { }
// P31 {X:0 Y:0}
// ss31 error gob: decoding into local type *[]string, received remote type  = struct { }
// v32 0dffb7020102ffb80001ffb600000affb5030102ffb600000006ffb800020000
// v32 [{} {}]
// v32 error EOF
// any32 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type [] = struct { }
// int832 error gob: decoding into local type *int8, received remote type [] = struct { }
// P32 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss32 error gob: decoding into local type *[]string, received remote type [] = struct { }
// v33 0304000a
// v33 5ns
// v33 error EOF
// any33 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type int
// int833 5
// P33 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss33 error gob: decoding into local type *[]string, received remote type int
// v34 18ff9f020101095b5d2a6d61696e2e5001ffa00001ff8000001a7f030101015001ff80000102010158010400010159010400000009ffa000010102010400
// v34 [PTR]
// v34 error EOF
// any34 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type []P = struct { X int; Y int; }
// int834 error gob: decoding into local type *int8, received remote type []P = struct { X int; Y int; }
// P34 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss34 error gob: decoding into local type *[]string, received remote type []P = struct { X int; Y int; }
// v35 0fffb9040102ffba00010c01ff8000001a7f030101015001ff8000010201015801040001015901040000000bffba000101610106010800
// v35 map[a:PTR]
// v35 error EOF
// any35 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type map[string]P = struct { X int; Y int; }
// int835 error gob: decoding into local type *int8, received remote type map[string]P = struct { X int; Y int; }
// P35 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss35 error gob: decoding into local type *[]string, received remote type map[string]P = struct { X int; Y int; }
// v36 030a0000
// v36 []
// v36 error EOF
// any36 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type bytes
// int836 error gob: decoding into local type *int8, received remote type bytes
// P36 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss36 error gob: decoding into local type *[]string, received remote type bytes
// v37 0cffa3020102ffa4000104000004ffa40000
// v37 []
// v37 error EOF
// any37 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type []int
// int837 error gob: decoding into local type *int8, received remote type []int
// P37 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss37 error gob: decoding into local type *[]string, received remote type []int
// v38 1eff870401010e6d61705b737472696e675d696e7401ff8800010c0104000004ff880000
// v38 map[]
// v38 error EOF
// any38 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type map[string]int
// int838 error gob: decoding into local type *int8, received remote type map[string]int
// P38 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss38 error gob: decoding into local type *[]string, received remote type map[string]int
// v39 0cffbb010102ffbc000104000004ffbc0000
// v39 []
// v39 error EOF
// any39 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type [0]int
// int839 error gob: decoding into local type *int8, received remote type [0]int
// P39 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss39 error gob: decoding into local type *[]string, received remote type [0]int
// v40 0fffbf010102ffc00001ffbe010400000effbd010102ffbe000104010400000affc00002020204020608
// v40 [[1 2] [3 4]]
// v40 error EOF
// any40 error gob: local interface type *interface {} can only be decoded from remote interface type; received concrete type [2][2]int
// int840 error gob: decoding into local type *int8, received remote type [2][2]int
// P40 error gob: type mismatch in decoder: want struct type main.P; got non-struct
// ss40 error gob: decoding into local type *[]string, received remote type [2][2]int
// H 39ffc1030101014801ffc200010601015601ffb20001015001ffb20001014c01ffc40001014101ffc60001014d01ffc80001015101ffc20000000dffb1050101014701ffb200000017ffc3020101085b5d6d61696e2e4701ffc40001ffb200001affc5010101095b325d6d61696e2e4701ffc60001ffb20104000022ffc7040101116d61705b737472696e675d6d61696e2e4701ffc800010c01ffb2000033ffc201033c763e01033c703e0102033c313e033c323e0102033c783e033c793e0101016b033c6d3e010402023c3e023c3e000033ffc201033c763e01033c703e0102033c313e033c323e0102033c783e033c793e0101016b033c6d3e010402023c3e023c3e0000
// H {L:[{v:1} {v:2}]}
// H {V:{v:v} P:PTR L:[{v:1} {v:2}] A:[{v:x} {v:y}] M:map[k:{v:m}] Q:PTR}
// &{p} &{{} <nil> [] [{} {}] map[] <nil>}
// Hskip error gob: type mismatch: no fields matched compiling decoder for
// Hskip {M:map[k:{v:m}]}
// shapes 20ffc903010106486f6c64657201ffca000101010653686170657301ffcc0000001affcb0201010c5b5d6d61696e2e536861706501ffcc000110000025ffca0104076d61696e2e5371ffcd03010102537101ffce000101010453696465010800000029ffce030140000a2a6d61696e2e43697263ffcf030101044369726301ffd000010101015201080000001affd00501fe08400000076d61696e2e5371ffce0501fe10400000
// shapes {Shapes:[{Side:2} PTR <nil> {Side:4}]}
// 4
// 3
// 16
// shapes2 {Shapes:[{Side:2} PTR <nil> {Side:4}]}
// shapes2 error EOF
// shapes3 error gob: main.Sq is not assignable to type error
// shapes3 error gob: bad data: undefined type Circ = struct { R float; }
// shapes4 error gob: main.Sq is not assignable to type fmt.Stringer
// shapes4 error gob: bad data: undefined type Circ = struct { R float; }
// nest 18ffd1030101044e65737401ffd200010101015601100000004cffd201096d61696e2e4e657374ffd23b01096d61696e2e4e657374ffd22201066d61696e2e507f030101015001ff80000102010158010400010159010400000009ff8005010201040000000015ffd201055b5d696e74ffa3020102ffa4000104000007ffa4030001020017ffd201066d61696e2e47ffb1050101014701ffb200000009ffb20500033c713e000dffd20104696e7438040200060030ffd2010e6d61705b737472696e675d696e74ff870401010e6d61705b737472696e675d696e7401ff8800010c0104000009ff8805000101610200ffe4ffd201066d792f616c6cff8103010103416c6c01ff820001190104426f6f6c010200010249380104000103493634010400010155010600010146010800010143010e00010153010c0001024273010a000102537301ff84000102496e01ff8600010350496e01ff860001014d01ff8800010341727201ff8a000103416e79011000010352656301ff820001045265637301ff8c0001015401ff8e00010342696701ff90000102505001040001034d617401ff940001024d5301ff98000105426f6f6c7301ff9a000102437301ff9c0001054e616d656401ff9e000102507201ffa000000016ff83020101085b5d737472696e6701ff8400010c000025ff8503010105496e6e657201ff86000103010141010c00010142010a00010143010800000016ff89010101065b335d696e7401ff8a0001040106000019ff8b0201010a5b5d6d61696e2e416c6c01ff8c0001ff82000010ff8d0501010454696d6501ff8e0000000aff8f050102ffa20000001aff930201010b5b5d5b5d666c6f6174363401ff940001ff9200000cff91020102ff92000108000029ff97040101176d61705b6d61696e2e505d5b5d6d61696e2e496e6e657201ff980001ff8001ff9600000dff95020102ff960001ff86000014ff99020101065b5d626f6f6c01ff9a000102000019ff9b0201010b5b5d636f6d706c6578363401ff9c00010e000012ff9d020101045374727301ff9e00010c000018ff9f020101095b5d2a6d61696e2e5001ffa00001ff80000012ff820e070464656570030003030000000000
// nest {V:{V:{V:{X:1 Y:2}}}}
// nest {V:[1]}
// nest {V:{v:q}}
// nest {V:3}
// nest {V:map[a:1]}
// nestskip error gob: type mismatch: no fields matched compiling decoder for
// nestskip error EOF
