package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
)

type In struct {
	X int
	Y []string `json:"y,omitempty"`
}
type T struct {
	A int            `json:"a"`
	B string         `json:"b"`
	C *float64       `json:"c"`
	D map[string]int `json:"d"`
	E []In           `json:"e"`
	F any            `json:"f"`
	G [2]bool        `json:"g"`
	In
	H uint8 `json:"h,string"`
	I int   `json:"-"`
	J []byte
	K json.Number
	L json.RawMessage
}
type TM struct{ s string }

func (t TM) MarshalText() ([]byte, error)     { return []byte("tm:" + t.s), nil }
func (t *TM) UnmarshalText(b []byte) error    { if string(b) == "bad" { return errors.New("bad tm") }; t.s = string(b); return nil }

type JM struct{ n int }

func (j JM) MarshalJSON() ([]byte, error) {
	if j.n == 13 {
		return nil, errors.New("unlucky")
	}
	if j.n == 14 {
		return []byte("{bad"), nil
	}
	return []byte(fmt.Sprintf(`{ "jm" : [ %d ] }`, j.n)), nil
}
func (j *JM) UnmarshalJSON(b []byte) error { j.n = len(b); return nil }

func main() {
	bad := []string{``, ` `, `{`, `[`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `[1,]`, `[1`, `{a:1}`, `tru`, `trux`, `nul`, `01`, `-`, `1.`, `1e`, `1e+`, `"abc`, `"a\x"`, `"\u12g4"`, `"a` + "\n" + `"`, `1 2`, `{} x`, `[1 2]`, `{"a" 1}`, `+1`, `'a'`, `.5`, "\x00", `{"a":1}}`, `NaN`, "\"\xff\"", `"\ud800"`, `{"a":1,"a":2}`, `--1`, `"a\`}
	for _, s := range bad {
		var v any
		err := json.Unmarshal([]byte(s), &v)
		var se *json.SyntaxError
		off := int64(-1)
		if errors.As(err, &se) {
			off = se.Offset
		}
		fmt.Printf("%q -> %v %T %v off %d valid %v\n", s, v, err, err, off, json.Valid([]byte(s)))
		dec := json.NewDecoder(strings.NewReader(s))
		v = nil
		err = dec.Decode(&v)
		fmt.Printf("    dec %v %v %d\n", v, err, dec.InputOffset())
	}
	typ := []string{`{"a":"x"}`, `{"a":1.5}`, `{"a":99999999999999999999}`, `{"b":1}`, `{"c":"x"}`, `{"d":[1]}`, `{"d":{"k":"v"}}`, `{"e":[{"X":"q"}]}`, `{"e":{"X":1}}`, `{"g":[true,false,true]}`, `{"g":[true]}`, `{"h":"300"}`, `{"h":5}`, `{"h":"x"}`, `{"J":"aGk="}`, `{"J":"!"}`, `{"K":"12"}`, `{"K":"zz"}`, `{"K":1.50}`, `{"L":  {"q" : 1} }`, `[]`, `1`, `"s"`, `null`, `{"A":7,"B":"ci","x":3,"Y":["p"]}`, `{"a":null,"b":null,"c":null,"d":null}`, `{"X":1e2}`, `{"X":1e400,"b":"after"}`, `{"f":{"z":[1,"2",null,true]}}`, `{"f":1e400}`}
	for _, s := range typ {
		t := T{B: "keep"}
		err := json.Unmarshal([]byte(s), &t)
		b, err2 := json.Marshal(t)
		fmt.Printf("%s -> %T %v\n   %s %v\n", s, err, err, b, err2)
		var te *json.UnmarshalTypeError
		if errors.As(err, &te) {
			fmt.Println("   ", te.Value, te.Type, te.Offset, te.Struct, te.Field)
		}
	}
	var i8 int8
	var u uint
	var f32 float32
	var str string
	var bs []byte
	var m map[int]string
	var mt map[TM]int
	var tm TM
	var jm JM
	var arr [2]int
	var iface fmt.Stringer
	var ch chan int
	var pp **int
	for _, c := range []struct {
		s string
		p any
	}{{`300`, &i8}, {`-1`, &u}, {`1e39`, &f32}, {`5`, &str}, {`"x"`, &bs}, {`[1,2]`, &bs}, {`{"1":"a","2":"b"}`, &m}, {`{"x":"a"}`, &m}, {`{"k":5}`, &mt}, {`{"bad":5}`, &mt}, {`"q"`, &tm}, {`"bad"`, &tm}, {`5`, &tm}, {`[ 1, 2 ]`, &jm}, {`null`, &jm}, {`[1,2,3]`, &arr}, {`{}`, &iface}, {`1`, &ch}, {`5`, &pp}, {`null`, &pp}, {`1`, nil}, {`1`, 5}, {`1`, (*int)(nil)}, {`"\u00e9\ud83d\ude00\/\b\f\n\r\t\"\\"`, &str}, {`"` + "\xff" + `a"`, &str}} {
		err := json.Unmarshal([]byte(c.s), c.p)
		fmt.Printf("%s %T: %T %v\n", c.s, c.p, err, err)
	}
	fmt.Println(i8, u, f32, str, bs, m, mt, tm, jm, arr, iface, ch == nil, pp)
	fl := 1.5
	for _, v := range []any{nil, true, 1, -5, uint8(3), 1.0, 1e21, 1e20, 1e-7, 1e-6, float32(0.1), math.MaxFloat64, "a<b>&\u2028\x01\t\"\\\x7fé\xff", []byte("hi"), []byte(nil), []int(nil), []int{}, map[string]int(nil), map[string]any{"b": 1, "a": nil, "<": 2}, map[int]bool{10: true, 9: false}, map[TM]int{{"z"}: 1, {"a"}: 2}, [0]int{}, [2]string{"x"}, struct{}{}, &fl, (*int)(nil), T{}, &T{C: &fl, E: []In{{1, []string{"q"}}}}, TM{"x"}, []TM{{"y"}}, JM{1}, &JM{2}, JM{13}, []any{JM{14}}, math.NaN(), math.Inf(1), make(chan int), func() {}, complex(1, 2), json.Number("1.50"), json.Number("x"), json.Number(""), [3]byte{1, 2, 3}, 'x', errors.New("e"), struct {
		A int `json:",omitempty"`
		B string `json:"b,omitempty"`
		C *int `json:"c,omitempty"`
		D struct{} `json:"d,omitempty"`
		E [0]int `json:"e,omitempty"`
		F map[string]int `json:",omitempty"`
		G any `json:"g,omitempty"`
		H struct{ Z int } `json:"h,omitzero"`
		I int `json:"i,string"`
		J bool `json:",string"`
		K string `json:"k,string"`
		L float64 `json:"l,string"`
		m int
		N int `json:"bad name!"`
		P int `json:"-,"`
	}{}} {
		b, err := json.Marshal(v)
		fmt.Printf("%T %s %T %v\n", v, b, err, err)
		b, err = json.MarshalIndent(v, ">", "  ")
		fmt.Printf("%s\n", b)
	}
}

// Output:
// "" -> <nil> *json.SyntaxError unexpected end of JSON input off 0 valid false
//     dec <nil> EOF 0
// " " -> <nil> *json.SyntaxError unexpected end of JSON input off 1 valid false
//     dec <nil> EOF 0
// "{" -> <nil> *json.SyntaxError unexpected end of JSON input off 1 valid false
//     dec <nil> unexpected EOF 0
// "[" -> <nil> *json.SyntaxError unexpected end of JSON input off 1 valid false
//     dec <nil> unexpected EOF 0
// "{\"a\"" -> <nil> *json.SyntaxError unexpected end of JSON input off 4 valid false
//     dec <nil> unexpected EOF 0
// "{\"a\":" -> <nil> *json.SyntaxError unexpected end of JSON input off 5 valid false
//     dec <nil> unexpected EOF 0
// "{\"a\":1" -> <nil> *json.SyntaxError unexpected end of JSON input off 6 valid false
//     dec <nil> unexpected EOF 0
// "{\"a\":1," -> <nil> *json.SyntaxError unexpected end of JSON input off 7 valid false
//     dec <nil> unexpected EOF 0
// "{\"a\":1,}" -> <nil> *json.SyntaxError invalid character '}' looking for beginning of object key string off 8 valid false
//     dec <nil> invalid character '}' looking for beginning of object key string 0
// "[1,]" -> <nil> *json.SyntaxError invalid character ']' looking for beginning of value off 4 valid false
//     dec <nil> invalid character ']' looking for beginning of value 0
// "[1" -> <nil> *json.SyntaxError unexpected end of JSON input off 2 valid false
//     dec <nil> unexpected EOF 0
// "{a:1}" -> <nil> *json.SyntaxError invalid character 'a' looking for beginning of object key string off 2 valid false
//     dec <nil> invalid character 'a' looking for beginning of object key string 0
// "tru" -> <nil> *json.SyntaxError unexpected end of JSON input off 3 valid false
//     dec <nil> unexpected EOF 0
// "trux" -> <nil> *json.SyntaxError invalid character 'x' in literal true (expecting 'e') off 4 valid false
//     dec <nil> invalid character 'x' in literal true (expecting 'e') 0
// "nul" -> <nil> *json.SyntaxError unexpected end of JSON input off 3 valid false
//     dec <nil> unexpected EOF 0
// "01" -> <nil> *json.SyntaxError invalid character '1' after top-level value off 2 valid false
//     dec 0 <nil> 1
// "-" -> <nil> *json.SyntaxError unexpected end of JSON input off 0 valid false
//     dec <nil> unexpected EOF 0
// "1." -> <nil> *json.SyntaxError unexpected end of JSON input off 0 valid false
//     dec <nil> unexpected EOF 0
// "1e" -> <nil> *json.SyntaxError unexpected end of JSON input off 0 valid false
//     dec <nil> unexpected EOF 0
// "1e+" -> <nil> *json.SyntaxError unexpected end of JSON input off 0 valid false
//     dec <nil> unexpected EOF 0
// "\"abc" -> <nil> *json.SyntaxError unexpected end of JSON input off 4 valid false
//     dec <nil> unexpected EOF 0
// "\"a\\x\"" -> <nil> *json.SyntaxError invalid escape sequence `\x` in string off 4 valid false
//     dec <nil> invalid escape sequence `\x` in string 0
// "\"\\u12g4\"" -> <nil> *json.SyntaxError invalid escape sequence `\u12g4` in string off 7 valid false
//     dec <nil> invalid escape sequence `\u12g4` in string 0
// "\"a\n\"" -> <nil> *json.SyntaxError invalid character '\n' in string off 3 valid false
//     dec <nil> invalid character '\n' in string 0
// "1 2" -> <nil> *json.SyntaxError invalid character '2' after top-level value off 3 valid false
//     dec 1 <nil> 1
// "{} x" -> <nil> *json.SyntaxError invalid character 'x' after top-level value off 4 valid false
//     dec map[] <nil> 2
// "[1 2]" -> <nil> *json.SyntaxError invalid character '2' after array element off 4 valid false
//     dec <nil> invalid character '2' after array element 0
// "{\"a\" 1}" -> <nil> *json.SyntaxError invalid character '1' after object key off 6 valid false
//     dec <nil> invalid character '1' after object key 0
// "+1" -> <nil> *json.SyntaxError invalid character '+' looking for beginning of value off 1 valid false
//     dec <nil> invalid character '+' looking for beginning of value 0
// "'a'" -> <nil> *json.SyntaxError invalid character '\'' looking for beginning of value off 1 valid false
//     dec <nil> invalid character '\'' looking for beginning of value 0
// ".5" -> <nil> *json.SyntaxError invalid character '.' looking for beginning of value off 1 valid false
//     dec <nil> invalid character '.' looking for beginning of value 0
// "\x00" -> <nil> *json.SyntaxError invalid character '\x00' looking for beginning of value off 1 valid false
//     dec <nil> invalid character '\x00' looking for beginning of value 0
// "{\"a\":1}}" -> <nil> *json.SyntaxError invalid character '}' after top-level value off 8 valid false
//     dec map[a:1] <nil> 7
// "NaN" -> <nil> *json.SyntaxError invalid character 'N' looking for beginning of value off 1 valid false
//     dec <nil> invalid character 'N' looking for beginning of value 0
// "\"\xff\"" -> � <nil> <nil> off -1 valid true
//     dec � <nil> 3
// "\"\\ud800\"" -> � <nil> <nil> off -1 valid true
//     dec � <nil> 8
// "{\"a\":1,\"a\":2}" -> map[a:2] <nil> <nil> off -1 valid true
//     dec map[a:2] <nil> 13
// "--1" -> <nil> *json.SyntaxError invalid character '-' in numeric literal off 2 valid false
//     dec <nil> invalid character '-' in numeric literal 0
// "\"a\\" -> <nil> *json.SyntaxError unexpected end of JSON input off 2 valid false
//     dec <nil> unexpected EOF 0
// {"a":"x"} -> *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field T.a of type int
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     string int 8 T a
// {"a":1.5} -> *json.UnmarshalTypeError json: cannot unmarshal number 1.5 into Go struct field T.a of type int
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     number 1.5 int 8 T a
// {"a":99999999999999999999} -> *json.UnmarshalTypeError json: cannot unmarshal number 99999999999999999999 into Go struct field T.a of type int
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     number 99999999999999999999 int 25 T a
// {"b":1} -> *json.UnmarshalTypeError json: cannot unmarshal number into Go struct field T.b of type string
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     number string 6 T b
// {"c":"x"} -> *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field T.c of type float64
//    {"a":0,"b":"keep","c":0,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     string float64 8 T c
// {"d":[1]} -> *json.UnmarshalTypeError json: cannot unmarshal array into Go struct field T.d of type map[string]int
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     array map[string]int 6 T d
// {"d":{"k":"v"}} -> *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field T.d.k of type int
//    {"a":0,"b":"keep","c":null,"d":{"k":0},"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     string int 13 T d.k
// {"e":[{"X":"q"}]} -> *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field T.e.0.X of type int
//    {"a":0,"b":"keep","c":null,"d":null,"e":[{"X":0}],"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     string int 14 T e.0.X
// {"e":{"X":1}} -> *json.UnmarshalTypeError json: cannot unmarshal object into Go struct field T.e of type []main.In
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     object []main.In 6 T e
// {"g":[true,false,true]} -> <nil> <nil>
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[true,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
// {"g":[true]} -> <nil> <nil>
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[true,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
// {"h":"300"} -> *json.UnmarshalTypeError json: cannot unmarshal number 300 into Go struct field T.h of type uint8
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     number 300 uint8 10 T h
// {"h":5} -> *json.UnmarshalTypeError json: cannot unmarshal number into Go struct field T.h of type uint8
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     number uint8 6 T h
// {"h":"x"} -> *json.UnmarshalTypeError json: cannot unmarshal number x into Go struct field T.h of type uint8
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     number x uint8 8 T h
// {"J":"aGk="} -> <nil> <nil>
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":"aGk=","K":0,"L":null} <nil>
// {"J":"!"} -> *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field T.J of type []uint8: illegal base64 data at input byte 0
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     string []uint8 8 T J
// {"K":"12"} -> <nil> <nil>
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":12,"L":null} <nil>
// {"K":"zz"} -> *json.UnmarshalTypeError json: cannot unmarshal string "zz" into Go value of type json.Number: invalid syntax
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     string "zz" json.Number 0
// {"K":1.50} -> <nil> <nil>
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":1.50,"L":null} <nil>
// {"L":  {"q" : 1} } -> <nil> <nil>
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":{"q":1}} <nil>
// [] -> *json.UnmarshalTypeError json: cannot unmarshal array into Go value of type main.T
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     array main.T 1
// 1 -> *json.UnmarshalTypeError json: cannot unmarshal number into Go value of type main.T
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     number main.T 1
// "s" -> *json.UnmarshalTypeError json: cannot unmarshal string into Go value of type main.T
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     string main.T 3
// null -> <nil> <nil>
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
// {"A":7,"B":"ci","x":3,"Y":["p"]} -> <nil> <nil>
//    {"a":7,"b":"ci","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":3,"y":["p"],"h":"0","J":null,"K":0,"L":null} <nil>
// {"a":null,"b":null,"c":null,"d":null} -> <nil> <nil>
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
// {"X":1e2} -> *json.UnmarshalTypeError json: cannot unmarshal number 1e2 into Go struct field T.X of type int
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     number 1e2 int 8 T X
// {"X":1e400,"b":"after"} -> *json.UnmarshalTypeError json: cannot unmarshal number 1e400 into Go struct field T.X of type int
//    {"a":0,"b":"after","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     number 1e400 int 10 T X
// {"f":{"z":[1,"2",null,true]}} -> <nil> <nil>
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":{"z":[1,"2",null,true]},"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
// {"f":1e400} -> *json.UnmarshalTypeError json: cannot unmarshal number 1e400 into Go struct field T.f of type float64
//    {"a":0,"b":"keep","c":null,"d":null,"e":null,"f":0,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil>
//     number 1e400 float64 10 T f
// 300 *int8: *json.UnmarshalTypeError json: cannot unmarshal number 300 into Go value of type int8
// -1 *uint: *json.UnmarshalTypeError json: cannot unmarshal number -1 into Go value of type uint
// 1e39 *float32: *json.UnmarshalTypeError json: cannot unmarshal number 1e39 into Go value of type float32
// 5 *string: *json.UnmarshalTypeError json: cannot unmarshal number into Go value of type string
// "x" *[]uint8: *json.UnmarshalTypeError json: cannot unmarshal string into Go value of type []uint8: illegal base64 data at input byte 0
// [1,2] *[]uint8: <nil> <nil>
// {"1":"a","2":"b"} *map[int]string: <nil> <nil>
// {"x":"a"} *map[int]string: *json.UnmarshalTypeError json: cannot unmarshal number x into Go struct field .x of type int
// {"k":5} *map[main.TM]int: <nil> <nil>
// {"bad":5} *map[main.TM]int: *errors.errorString bad tm
// "q" *main.TM: <nil> <nil>
// "bad" *main.TM: *errors.errorString bad tm
// 5 *main.TM: *json.UnmarshalTypeError json: cannot unmarshal number into Go value of type main.TM: JSON value must be string type
// [ 1, 2 ] *main.JM: <nil> <nil>
// null *main.JM: <nil> <nil>
// [1,2,3] *[2]int: <nil> <nil>
// {} *fmt.Stringer: *json.UnmarshalTypeError json: cannot unmarshal object into Go value of type fmt.Stringer
// 1 *chan int: *json.UnmarshalTypeError json: cannot unmarshal number into Go value of type chan int
// 5 ***int: <nil> <nil>
// null ***int: <nil> <nil>
// 1 <nil>: *json.InvalidUnmarshalError json: Unmarshal(nil)
// 1 int: *json.InvalidUnmarshalError json: Unmarshal(non-pointer int)
// 1 *int: *json.InvalidUnmarshalError json: Unmarshal(nil *int)
// "\u00e9\ud83d\ude00\/\b\f\n\r\t\"\\" *string: <nil> <nil>
// "�a" *string: <nil> <nil>
// 0 0 0 �a [1 2] map[1:a 2:b] map[{k}:5] {q} {4} [1 2] <nil> true <nil>
// <nil> null <nil> <nil>
// null
// bool true <nil> <nil>
// true
// int 1 <nil> <nil>
// 1
// int -5 <nil> <nil>
// -5
// uint8 3 <nil> <nil>
// 3
// float64 1 <nil> <nil>
// 1
// float64 1e+21 <nil> <nil>
// 1e+21
// float64 100000000000000000000 <nil> <nil>
// 100000000000000000000
// float64 1e-7 <nil> <nil>
// 1e-7
// float64 0.000001 <nil> <nil>
// 0.000001
// float32 0.1 <nil> <nil>
// 0.1
// float64 1.7976931348623157e+308 <nil> <nil>
// 1.7976931348623157e+308
// string "a\u003cb\u003e\u0026\u2028\u0001\t\"\\é�" <nil> <nil>
// "a\u003cb\u003e\u0026\u2028\u0001\t\"\\é�"
// []uint8 "aGk=" <nil> <nil>
// "aGk="
// []uint8 null <nil> <nil>
// null
// []int null <nil> <nil>
// null
// []int [] <nil> <nil>
// []
// map[string]int null <nil> <nil>
// null
// map[string]interface {} {"\u003c":2,"a":null,"b":1} <nil> <nil>
// {
// >  "\u003c": 2,
// >  "a": null,
// >  "b": 1
// >}
// map[int]bool {"10":true,"9":false} <nil> <nil>
// {
// >  "10": true,
// >  "9": false
// >}
// map[main.TM]int {"tm:a":2,"tm:z":1} <nil> <nil>
// {
// >  "tm:a": 2,
// >  "tm:z": 1
// >}
// [0]int [] <nil> <nil>
// []
// [2]string ["x",""] <nil> <nil>
// [
// >  "x",
// >  ""
// >]
// struct {} {} <nil> <nil>
// {}
// *float64 1.5 <nil> <nil>
// 1.5
// *int null <nil> <nil>
// null
// main.T {"a":0,"b":"","c":null,"d":null,"e":null,"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil> <nil>
// {
// >  "a": 0,
// >  "b": "",
// >  "c": null,
// >  "d": null,
// >  "e": null,
// >  "f": null,
// >  "g": [
// >    false,
// >    false
// >  ],
// >  "X": 0,
// >  "h": "0",
// >  "J": null,
// >  "K": 0,
// >  "L": null
// >}
// *main.T {"a":0,"b":"","c":1.5,"d":null,"e":[{"X":1,"y":["q"]}],"f":null,"g":[false,false],"X":0,"h":"0","J":null,"K":0,"L":null} <nil> <nil>
// {
// >  "a": 0,
// >  "b": "",
// >  "c": 1.5,
// >  "d": null,
// >  "e": [
// >    {
// >      "X": 1,
// >      "y": [
// >        "q"
// >      ]
// >    }
// >  ],
// >  "f": null,
// >  "g": [
// >    false,
// >    false
// >  ],
// >  "X": 0,
// >  "h": "0",
// >  "J": null,
// >  "K": 0,
// >  "L": null
// >}
// main.TM "tm:x" <nil> <nil>
// "tm:x"
// []main.TM ["tm:y"] <nil> <nil>
// [
// >  "tm:y"
// >]
// main.JM {"jm":[1]} <nil> <nil>
// {
// >  "jm": [
// >    1
// >  ]
// >}
// *main.JM {"jm":[2]} <nil> <nil>
// {
// >  "jm": [
// >    2
// >  ]
// >}
// main.JM  *json.MarshalerError json: error calling MarshalJSON for type *main.JM: unlucky
//
// []interface {}  *json.MarshalerError json: error calling MarshalJSON for type *main.JM: invalid character 'b' looking for beginning of object key string
//
// float64  *json.UnsupportedValueError json: unsupported value: NaN
//
// float64  *json.UnsupportedValueError json: unsupported value: +Inf
//
// chan int  *json.UnsupportedTypeError json: unsupported type: chan int
//
// func()  *json.UnsupportedTypeError json: unsupported type: func()
//
// complex128  *json.UnsupportedTypeError json: unsupported type: complex128
//
// json.Number 1.50 <nil> <nil>
// 1.50
// json.Number  *json.MarshalerError json: error calling MarshalJSONTo for type *json.Number: cannot parse "x" as JSON number: invalid syntax
//
// json.Number 0 <nil> <nil>
// 0
// [3]uint8 [1,2,3] <nil> <nil>
// [
// >  1,
// >  2,
// >  3
// >]
// int32 120 <nil> <nil>
// 120
// *errors.errorString {} <nil> <nil>
// {}
// struct { A int "json:\",omitempty\""; B string "json:\"b,omitempty\""; C *int "json:\"c,omitempty\""; D struct {} "json:\"d,omitempty\""; E [0]int "json:\"e,omitempty\""; F map[string]int "json:\",omitempty\""; G interface {} "json:\"g,omitempty\""; H struct { Z int } "json:\"h,omitzero\""; I int "json:\"i,string\""; J bool "json:\",string\""; K string "json:\"k,string\""; L float64 "json:\"l,string\""; m int; N int "json:\"bad name!\""; P int "json:\"-,\"" } {"d":{},"i":"0","J":"false","k":"\"\"","l":"0","bad name!":0,"-":0} <nil> <nil>
// {
// >  "d": {},
// >  "i": "0",
// >  "J": "false",
// >  "k": "\"\"",
// >  "l": "0",
// >  "bad name!": 0,
// >  "-": 0
// >}
