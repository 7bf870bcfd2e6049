package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
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

func main() {
	gob.Register(P{})
	gob.Register(Sq{})
	gob.Register(&Circ{})
	gob.Register(Nest{})
	gob.Register(G{})
	gob.Register(map[string]int{})
	gob.RegisterName("my/all", &All{})
	var data []byte
	f := 2.5
	h := H{V: G{"v"}, L: []G{{"1"}}}
	type unreg struct{ A int }
	out("errors", nil, make(chan int), func() {}, NoExp{1}, struct{ A NoExp }{}, struct{ A []chan int }{}, Nest{unreg{1}}, (*int)(nil), Nest{(*int)(nil)}, []*int{nil}, map[string]*int{"a": nil}, G{"bad"}, []G{{"bad"}}, struct{ A [2]*int }{}, struct{ P *G }{}, 5)
	// Mismatches.
	data = out("mis", struct{ A int }{300})
	in("mis1", data, &struct{ A string }{})
	in("mis2", data, &struct{ A int8 }{})
	in("mis3", data, &struct{ B int8 }{})
	in("mis4", data, new(int))
	in("mis5", data, &struct{ A *uint }{})
	in("mis6", data, 5)
	in("mis7", data, (*int)(nil))
	data = out("mis", []int{1, 300})
	in("mis10", data, new([]int8))
	in("mis11", data, new([]uint))
	in("mis12", data, new([2]int))
	in("mis13", data, new(map[string]int))
	data = out("mis", map[string][]int{"a": {1 << 40}})
	in("mis14", data, new(map[string][]int32))
	in("mis15", data, new(map[int][]int32))
	data = out("mis", struct{ F []float64 }{[]float64{1e300}})
	in("mis16", data, &struct{ F []float32 }{})
	data = out("mis", struct{ A map[string]float64 }{map[string]float64{"a": 1e300}})
	in("mis17", data, &struct{ A map[string]float32 }{})
	data = out("mis", 1e300, math.Inf(-1))
	in("mis18", data, new(float32), new(float32))
	data = out("mis", struct{ A G }{G{"x"}})
	in("mis19", data, &struct{ A string }{})
	in("mis20", data, &struct{ A *G }{})
	in("mis21", data, &struct{ A time.Time }{})
	in("mis22", data, &struct{ B int }{})
	// Truncations and corruptions.
	data = out("trunc", Inner{"x", nil, &f}, P{1, 2}, Holder{[]Shape{Sq{2}}}, []string{"a", "b"}, map[string]int{"x": 1}, h)
	for n := range data {
		d := gob.NewDecoder(bytes.NewReader(data[:n]))
		var errs []error
		for _, t := range []any{new(Inner), new(P), new(Holder), new([]string), nil, new(H)} {
			errs = append(errs, d.Decode(t))
		}
		fmt.Println(n, errs)
	}
	for _, r := range []func(){
		func() { gob.RegisterName("", 1) },
		func() { gob.RegisterName("int", "") },
		func() { gob.RegisterName("other", 5) },
		func() { gob.Register(&P{}) },
		func() { gob.Register(Circ{}) },
	} {
		func() {
			defer func() { fmt.Println(recover()) }()
			r()
		}()
	}
	fmt.Println(gob.NewDecoder(bytes.NewReader(nil)).Decode(new(int)) == io.EOF)
	fmt.Println(gob.NewDecoder(bytes.NewReader(nil)).DecodeValue(reflect.ValueOf(3)))
}

// Output:
// errors error gob: cannot encode nil value
// errors error gob NewTypeObject can't handle type: chan int
// errors error gob NewTypeObject can't handle type: func()
// errors error gob: type main.NoExp has no exported fields
// errors error gob: type main.NoExp has no exported fields
// errors error gob NewTypeObject can't handle type: chan int
// errors error gob: type not registered for interface: main.unreg
// errors panic gob: cannot encode nil pointer of type *int
// errors error gob: gob: cannot encode nil pointer of type *int inside interface
// errors error gob: encodeArray: nil element
// errors error gob: encodeReflectValue: nil element
// errors error bad G
// errors error bad G
// errors error gob: encodeArray: nil element
// errors 107f030101054e6f45787001ff8000000013ff81030102ff8200010101014101ff8000000018ff85030101044e65737401ff8600010101015601100000000cff87020102ff8800010400000eff89040102ff8a00010c010400000dff8b050101014701ff8c0000000dff8d020102ff8e0001ff8c000013ff8f030102ff9000010101014101ff9200000017ff91010101075b325d2a696e7401ff920001040104000013ff93030102ff9400010101015001ff8c00000003ff94000304000a
// mis 12ff95030102ff96000101010141010400000007ff9601fe025800
// mis1 error gob: wrong type (string) for received field .A
// mis2 error value for "A" out of range
// mis3 error gob: type mismatch: no fields matched compiling decoder for
// mis4 error gob: decoding into local type *int, received remote type  = struct { A int; }
// mis5 error gob: wrong type (*uint) for received field .A
// mis6 error gob: attempt to decode into a non-pointer
// mis7 error gob: DecodeValue of unassignable value
// mis 0cff97020102ff98000104000008ff98000202fe0258
// mis10 error value for "element of *[]int8" out of range
// mis11 error gob: decoding into local type *[]uint, received remote type []int
// mis12 error gob: decoding into local type *[2]int, received remote type []int
// mis13 error gob: decoding into local type *map[string]int, received remote type []int
// mis 0fff99040102ff9a00010c01ff9800000cff97020102ff9800010400000eff9a0001016101fa020000000000
// mis14 error value for "element of element of *map[string][]int32" out of range
// mis15 error gob: decoding into local type *map[int][]int32, received remote type map[string][]int
// mis 13ff9b030102ff9c00010101014601ff9e00000017ff9d020101095b5d666c6f6174363401ff9e00010800000eff9c0101f89c7500883ce4377e00
// mis16 error value for "element of F" out of range
// mis 13ff9f030102ffa000010101014101ffa200000022ffa1040101126d61705b737472696e675d666c6f6174363401ffa200010c0108000010ffa001010161f89c7500883ce4377e00
// mis17 error value for "A" out of range
// mis 0b0800f89c7500883ce4377e050800fef0ff
// mis18 error value for "*float32" out of range
// mis18 -Inf
// mis 13ffa3030102ffa400010101014101ff8c0000000dff8b050101014701ff8c00000008ffa401033c783e00
// mis19 error gob: wrong type (string) for received field .A
// mis20 {A:PTR}
// mis21 error Time.UnmarshalBinary: unsupported version
// mis22 error gob: type mismatch: no fields matched compiling decoder for
// trunc 25ffa503010105496e6e657201ffa6000103010141010c00010142010a0001014301080000000affa601017802fe0440001bffa7030101015001ffa8000102010158010400010159010400000007ffa8010201040020ffa903010106486f6c64657201ffaa000101010653686170657301ffac0000001affab0201010c5b5d6d61696e2e536861706501ffac000110000025ffaa0101076d61696e2e5371ffad03010102537101ffae000101010453696465010800000007ffae03014000000cffaf020102ffb000010c000008ffb00002016101620effb1040102ffb200010c0104000007ffb2000101780239ffb3030101014801ffb400010601015601ff8c0001015001ff8c0001014c01ff8e0001014101ffb60001014d01ffb80001015101ffb40000000dff8b050101014701ff8c0000000dff8d020102ff8e0001ff8c00001affb5010101095b325d6d61696e2e4701ffb60001ff8c0104000022ffb7040101116d61705b737472696e675d6d61696e2e4701ffb800010c01ff8c000016ffb401033c763e0201033c313e0102023c3e023c3e00
// 0 [EOF EOF EOF EOF EOF EOF]
// 1 [unexpected EOF EOF EOF EOF EOF EOF]
// 2 [unexpected EOF EOF EOF EOF EOF EOF]
// 3 [unexpected EOF EOF EOF EOF EOF EOF]
// 4 [unexpected EOF EOF EOF EOF EOF EOF]
// 5 [unexpected EOF EOF EOF EOF EOF EOF]
// 6 [unexpected EOF EOF EOF EOF EOF EOF]
// 7 [unexpected EOF EOF EOF EOF EOF EOF]
// 8 [unexpected EOF EOF EOF EOF EOF EOF]
// 9 [unexpected EOF EOF EOF EOF EOF EOF]
// 10 [unexpected EOF EOF EOF EOF EOF EOF]
// 11 [unexpected EOF EOF EOF EOF EOF EOF]
// 12 [unexpected EOF EOF EOF EOF EOF EOF]
// 13 [unexpected EOF EOF EOF EOF EOF EOF]
// 14 [unexpected EOF EOF EOF EOF EOF EOF]
// 15 [unexpected EOF EOF EOF EOF EOF EOF]
// 16 [unexpected EOF EOF EOF EOF EOF EOF]
// 17 [unexpected EOF EOF EOF EOF EOF EOF]
// 18 [unexpected EOF EOF EOF EOF EOF EOF]
// 19 [unexpected EOF EOF EOF EOF EOF EOF]
// 20 [unexpected EOF EOF EOF EOF EOF EOF]
// 21 [unexpected EOF EOF EOF EOF EOF EOF]
// 22 [unexpected EOF EOF EOF EOF EOF EOF]
// 23 [unexpected EOF EOF EOF EOF EOF EOF]
// 24 [unexpected EOF EOF EOF EOF EOF EOF]
// 25 [unexpected EOF EOF EOF EOF EOF EOF]
// 26 [unexpected EOF EOF EOF EOF EOF EOF]
// 27 [unexpected EOF EOF EOF EOF EOF EOF]
// 28 [unexpected EOF EOF EOF EOF EOF EOF]
// 29 [unexpected EOF EOF EOF EOF EOF EOF]
// 30 [unexpected EOF EOF EOF EOF EOF EOF]
// 31 [unexpected EOF EOF EOF EOF EOF EOF]
// 32 [unexpected EOF EOF EOF EOF EOF EOF]
// 33 [unexpected EOF EOF EOF EOF EOF EOF]
// 34 [unexpected EOF EOF EOF EOF EOF EOF]
// 35 [unexpected EOF EOF EOF EOF EOF EOF]
// 36 [unexpected EOF EOF EOF EOF EOF EOF]
// 37 [unexpected EOF EOF EOF EOF EOF EOF]
// 38 [unexpected EOF EOF EOF EOF EOF EOF]
// 39 [unexpected EOF EOF EOF EOF EOF EOF]
// 40 [unexpected EOF EOF EOF EOF EOF EOF]
// 41 [unexpected EOF EOF EOF EOF EOF EOF]
// 42 [unexpected EOF EOF EOF EOF EOF EOF]
// 43 [unexpected EOF EOF EOF EOF EOF EOF]
// 44 [unexpected EOF EOF EOF EOF EOF EOF]
// 45 [unexpected EOF EOF EOF EOF EOF EOF]
// 46 [unexpected EOF EOF EOF EOF EOF EOF]
// 47 [unexpected EOF EOF EOF EOF EOF EOF]
// 48 [unexpected EOF EOF EOF EOF EOF EOF]
// 49 [<nil> EOF EOF EOF EOF EOF]
// 50 [<nil> unexpected EOF EOF EOF EOF EOF]
// 51 [<nil> unexpected EOF EOF EOF EOF EOF]
// 52 [<nil> unexpected EOF EOF EOF EOF EOF]
// 53 [<nil> unexpected EOF EOF EOF EOF EOF]
// 54 [<nil> unexpected EOF EOF EOF EOF EOF]
// 55 [<nil> unexpected EOF EOF EOF EOF EOF]
// 56 [<nil> unexpected EOF EOF EOF EOF EOF]
// 57 [<nil> unexpected EOF EOF EOF EOF EOF]
// 58 [<nil> unexpected EOF EOF EOF EOF EOF]
// 59 [<nil> unexpected EOF EOF EOF EOF EOF]
// 60 [<nil> unexpected EOF EOF EOF EOF EOF]
// 61 [<nil> unexpected EOF EOF EOF EOF EOF]
// 62 [<nil> unexpected EOF EOF EOF EOF EOF]
// 63 [<nil> unexpected EOF EOF EOF EOF EOF]
// 64 [<nil> unexpected EOF EOF EOF EOF EOF]
// 65 [<nil> unexpected EOF EOF EOF EOF EOF]
// 66 [<nil> unexpected EOF EOF EOF EOF EOF]
// 67 [<nil> unexpected EOF EOF EOF EOF EOF]
// 68 [<nil> unexpected EOF EOF EOF EOF EOF]
// 69 [<nil> unexpected EOF EOF EOF EOF EOF]
// 70 [<nil> unexpected EOF EOF EOF EOF EOF]
// 71 [<nil> unexpected EOF EOF EOF EOF EOF]
// 72 [<nil> unexpected EOF EOF EOF EOF EOF]
// 73 [<nil> unexpected EOF EOF EOF EOF EOF]
// 74 [<nil> unexpected EOF EOF EOF EOF EOF]
// 75 [<nil> unexpected EOF EOF EOF EOF EOF]
// 76 [<nil> unexpected EOF EOF EOF EOF EOF]
// 77 [<nil> unexpected EOF EOF EOF EOF EOF]
// 78 [<nil> unexpected EOF EOF EOF EOF EOF]
// 79 [<nil> unexpected EOF EOF EOF EOF EOF]
// 80 [<nil> unexpected EOF EOF EOF EOF EOF]
// 81 [<nil> unexpected EOF EOF EOF EOF EOF]
// 82 [<nil> unexpected EOF EOF EOF EOF EOF]
// 83 [<nil> unexpected EOF EOF EOF EOF EOF]
// 84 [<nil> unexpected EOF EOF EOF EOF EOF]
// 85 [<nil> <nil> EOF EOF EOF EOF]
// 86 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 87 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 88 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 89 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 90 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 91 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 92 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 93 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 94 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 95 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 96 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 97 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 98 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 99 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 100 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 101 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 102 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 103 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 104 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 105 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 106 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 107 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 108 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 109 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 110 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 111 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 112 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 113 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 114 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 115 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 116 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 117 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 118 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 119 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 120 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 121 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 122 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 123 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 124 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 125 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 126 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 127 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 128 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 129 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 130 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 131 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 132 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 133 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 134 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 135 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 136 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 137 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 138 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 139 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 140 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 141 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 142 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 143 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 144 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 145 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 146 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 147 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 148 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 149 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 150 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 151 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 152 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 153 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 154 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 155 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 156 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 157 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 158 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 159 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 160 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 161 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 162 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 163 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 164 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 165 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 166 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 167 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 168 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 169 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 170 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 171 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 172 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 173 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 174 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 175 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 176 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 177 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 178 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 179 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 180 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 181 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 182 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 183 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 184 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 185 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 186 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 187 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 188 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 189 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 190 [<nil> <nil> unexpected EOF EOF EOF EOF]
// 191 [<nil> <nil> <nil> EOF EOF EOF]
// 192 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 193 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 194 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 195 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 196 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 197 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 198 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 199 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 200 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 201 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 202 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 203 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 204 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 205 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 206 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 207 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 208 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 209 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 210 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 211 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 212 [<nil> <nil> <nil> unexpected EOF EOF EOF]
// 213 [<nil> <nil> <nil> <nil> EOF EOF]
// 214 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 215 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 216 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 217 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 218 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 219 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 220 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 221 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 222 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 223 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 224 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 225 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 226 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 227 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 228 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 229 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 230 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 231 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 232 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 233 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 234 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 235 [<nil> <nil> <nil> <nil> unexpected EOF EOF]
// 236 [<nil> <nil> <nil> <nil> <nil> EOF]
// 237 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 238 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 239 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 240 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 241 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 242 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 243 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 244 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 245 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 246 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 247 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 248 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 249 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 250 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 251 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 252 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 253 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 254 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 255 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 256 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 257 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 258 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 259 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 260 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 261 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 262 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 263 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 264 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 265 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 266 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 267 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 268 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 269 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 270 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 271 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 272 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 273 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 274 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 275 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 276 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 277 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 278 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 279 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 280 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 281 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 282 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 283 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 284 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 285 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 286 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 287 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 288 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 289 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 290 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 291 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 292 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 293 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 294 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 295 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 296 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 297 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 298 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 299 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 300 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 301 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 302 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 303 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 304 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 305 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 306 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 307 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 308 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 309 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 310 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 311 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 312 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 313 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 314 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 315 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 316 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 317 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 318 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 319 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 320 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 321 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 322 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 323 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 324 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 325 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 326 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 327 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 328 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 329 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 330 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 331 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 332 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 333 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 334 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 335 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 336 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 337 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 338 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 339 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 340 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 341 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 342 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 343 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 344 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 345 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 346 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 347 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 348 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 349 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 350 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 351 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 352 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 353 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 354 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 355 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 356 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 357 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 358 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 359 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 360 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 361 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 362 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 363 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 364 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 365 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 366 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 367 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 368 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 369 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 370 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 371 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 372 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 373 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 374 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 375 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 376 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 377 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 378 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 379 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 380 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 381 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 382 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 383 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 384 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 385 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 386 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 387 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 388 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 389 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 390 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 391 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 392 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 393 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 394 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 395 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 396 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 397 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 398 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 399 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 400 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 401 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 402 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 403 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 404 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 405 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// 406 [<nil> <nil> <nil> <nil> <nil> unexpected EOF]
// attempt to register empty name
// gob: registering duplicate types for "int": int != string
// gob: registering duplicate names for int: "int" != "other"
// gob: registering duplicate names for *main.P: "main.P" != "*main.P"
// gob: registering duplicate names for main.Circ: "*main.Circ" != "main.Circ"
// true
// gob: DecodeValue of unassignable value
