// Keys of maps, types that read themselves, and tokens of wrong streams in encoding/json.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

type S struct{ A int }
type K struct {
	T  time.Time
	D  time.Duration
	N  json.Number
	F  map[float64]int
	B  map[bool]int
	S  map[S]int
	A  map[[2]int]int
	I  map[any]int
	P  map[*int]string
	Tm map[time.Time]int
	E  error
	X  fmt.Stringer
	V  map[string]V
	W  V
	NN map[json.Number]int
	U8 map[uint8]int
	FF map[float32]string
	C  complex128
	Ch chan int
	Fn func()
}
type V struct{}

func (*V) UnmarshalText(b []byte) error { return fmt.Errorf("no V: %s", b) }

func show(err error) {
	var se *json.SyntaxError
	var te *json.UnmarshalTypeError
	switch {
	case errors.As(err, &se):
		fmt.Printf("  syntax %d %s\n", se.Offset, se)
	case errors.As(err, &te):
		fmt.Printf("  type %d %q %v %q %q %s\n", te.Offset, te.Value, te.Type, te.Struct, te.Field, te)
	default:
		fmt.Printf("  %T %v\n", err, err)
	}
}

func main() {
	for _, f := range []string{"T", "D", "N", "E", "X", "W", "C", "Ch", "Fn"} {
		for _, v := range []string{`1`, `"x"`, `true`, `[1, 2]`, `{"a": 1}`, `null`, `1.5`, `"1"`} {
			s := `{"` + f + `": ` + v + `}`
			fmt.Println(s)
			var k K
			show(json.Unmarshal([]byte(s), &k))
		}
	}
	for _, f := range []string{"F", "B", "S", "A", "I", "P", "Tm", "V", "NN", "U8", "FF"} {
		for _, v := range []string{`{}`, `{"1":1}`, `{ "x" : 1 }`, `{"true":1, "x":2}`, `{"1":"a","x":2}`, `{"1.5":1}`, `{"1e400":1}`, `{"300":1}`, `{"null":1}`, `[]`} {
			s := `{"` + f + `": ` + v + `}`
			fmt.Println(s)
			var k K
			show(json.Unmarshal([]byte(s), &k))
			fmt.Println(len(k.F), len(k.B), len(k.S), len(k.A), len(k.I), len(k.P), len(k.Tm), len(k.V), len(k.NN), len(k.U8), k.FF)
		}
	}
	for _, s := range []string{`{"a":1,x}`, `{"a":1,5}`, `{"a":1 , }`, `[1,x]`, `[1, ]`, `[1,,2]`, `{"a":1,,}`, `[,`, `[ , 1]`, `{:`, `[:`, `{"a",`, `{"a"}`, `{"a":,}`, `{"a":}`, `{5:1}`, `{ "a" 5}`, `]`, `}`, `,`, `:`, ` , 1`, `[}`, `{]`, `[1}`, `{"a":1]`, `x`, `[x`, `{"a":x`, `{x`, `{"a":1,"b"x`, "[1\x01", `1 , 2`, `[1] , 2`, `"a"x`, `[tru]`, `[trux]`, `["\q"]`, `{"\q":1}`, `[1e]`, `[01]`, `{"a":1,"`, `{"a":1,"b`, `[tr`, `[1e`, `[-`, `["a`, `[ , `, `{"a": `, `{"a": , `} {
		fmt.Printf("%q\n", s)
		d := json.NewDecoder(strings.NewReader(s))
		for i := 0; i < 12; i++ {
			tok, err := d.Token()
			if err != nil {
				fmt.Println(" token", i, d.InputOffset())
				show(err)
				break
			}
			fmt.Printf(" %T %v %d", tok, tok, d.InputOffset())
		}
		d = json.NewDecoder(strings.NewReader(s))
		d.Token()
		for i := 0; i < 4; i++ {
			fmt.Print(d.More(), d.InputOffset(), " ")
			var a any
			err := d.Decode(&a)
			show(err)
			if err != nil {
				break
			}
		}
	}
	for _, v := range []any{map[S]int{{1}: 1}, []any{1, map[S]int{{1}: 1}}, map[string]any{"x": map[S]int{{1}: 1}}, map[[2]int]int{{1, 2}: 1}, map[bool]int{true: 1}, map[any]int{1: 2}, map[any]int{"a": 2, 1.5: 3}, map[any]int{true: 2}, map[*int]int{nil: 1}, map[float32]int{1.5: 2, 0.1: 3}, map[complex128]int{1: 2}, map[float64]int{1e21: 1, 1e-7: 2}, map[S]int{}, map[bool]int{}, map[chan int]int{}, map[chan int]int(nil), map[time.Time]int{{}: 1}, map[json.Number]int{"1": 1, "x": 2}, map[uint8]int{3: 4}} {
		b, err := json.Marshal(v)
		fmt.Printf("%s ", b)
		show(err)
	}
}

// Output:
// {"T": 1}
//   type 7 "number" time.Time "K" "T" json: cannot unmarshal number into Go struct field K.T of type time.Time
// {"T": "x"}
//   *time.ParseError parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"
// {"T": true}
//   type 10 "bool" time.Time "K" "T" json: cannot unmarshal bool into Go struct field K.T of type time.Time
// {"T": [1, 2]}
//   type 7 "array" time.Time "K" "T" json: cannot unmarshal array into Go struct field K.T of type time.Time
// {"T": {"a": 1}}
//   type 7 "object" time.Time "K" "T" json: cannot unmarshal object into Go struct field K.T of type time.Time
// {"T": null}
//   <nil> <nil>
// {"T": 1.5}
//   type 9 "number" time.Time "K" "T" json: cannot unmarshal number into Go struct field K.T of type time.Time
// {"T": "1"}
//   *time.ParseError parsing time "1" as "2006-01-02T15:04:05Z07:00": cannot parse "1" as "2006"
// {"D": 1}
//   <nil> <nil>
// {"D": "x"}
//   type 9 "string" time.Duration "K" "D" json: cannot unmarshal string into Go struct field K.D of type time.Duration
// {"D": true}
//   type 10 "bool" time.Duration "K" "D" json: cannot unmarshal bool into Go struct field K.D of type time.Duration
// {"D": [1, 2]}
//   type 7 "array" time.Duration "K" "D" json: cannot unmarshal array into Go struct field K.D of type time.Duration
// {"D": {"a": 1}}
//   type 7 "object" time.Duration "K" "D" json: cannot unmarshal object into Go struct field K.D of type time.Duration
// {"D": null}
//   <nil> <nil>
// {"D": 1.5}
//   type 9 "number 1.5" time.Duration "K" "D" json: cannot unmarshal number 1.5 into Go struct field K.D of type time.Duration
// {"D": "1"}
//   type 9 "string" time.Duration "K" "D" json: cannot unmarshal string into Go struct field K.D of type time.Duration
// {"N": 1}
//   <nil> <nil>
// {"N": "x"}
//   type 0 "string \"x\"" json.Number "" "" json: cannot unmarshal string "x" into Go value of type json.Number: invalid syntax
// {"N": true}
//   type 0 "bool" json.Number "" "" json: cannot unmarshal bool into Go value of type json.Number
// {"N": [1, 2]}
//   type 0 "array" json.Number "" "" json: cannot unmarshal array into Go value of type json.Number
// {"N": {"a": 1}}
//   type 0 "object" json.Number "" "" json: cannot unmarshal object into Go value of type json.Number
// {"N": null}
//   <nil> <nil>
// {"N": 1.5}
//   <nil> <nil>
// {"N": "1"}
//   <nil> <nil>
// {"E": 1}
//   type 6 "number" error "K" "E" json: cannot unmarshal number into Go struct field K.E of type error
// {"E": "x"}
//   type 6 "string" error "K" "E" json: cannot unmarshal string into Go struct field K.E of type error
// {"E": true}
//   type 6 "bool" error "K" "E" json: cannot unmarshal bool into Go struct field K.E of type error
// {"E": [1, 2]}
//   type 6 "array" error "K" "E" json: cannot unmarshal array into Go struct field K.E of type error
// {"E": {"a": 1}}
//   type 6 "object" error "K" "E" json: cannot unmarshal object into Go struct field K.E of type error
// {"E": null}
//   <nil> <nil>
// {"E": 1.5}
//   type 6 "number" error "K" "E" json: cannot unmarshal number into Go struct field K.E of type error
// {"E": "1"}
//   type 6 "string" error "K" "E" json: cannot unmarshal string into Go struct field K.E of type error
// {"X": 1}
//   type 6 "number" fmt.Stringer "K" "X" json: cannot unmarshal number into Go struct field K.X of type fmt.Stringer
// {"X": "x"}
//   type 6 "string" fmt.Stringer "K" "X" json: cannot unmarshal string into Go struct field K.X of type fmt.Stringer
// {"X": true}
//   type 6 "bool" fmt.Stringer "K" "X" json: cannot unmarshal bool into Go struct field K.X of type fmt.Stringer
// {"X": [1, 2]}
//   type 6 "array" fmt.Stringer "K" "X" json: cannot unmarshal array into Go struct field K.X of type fmt.Stringer
// {"X": {"a": 1}}
//   type 6 "object" fmt.Stringer "K" "X" json: cannot unmarshal object into Go struct field K.X of type fmt.Stringer
// {"X": null}
//   <nil> <nil>
// {"X": 1.5}
//   type 6 "number" fmt.Stringer "K" "X" json: cannot unmarshal number into Go struct field K.X of type fmt.Stringer
// {"X": "1"}
//   type 6 "string" fmt.Stringer "K" "X" json: cannot unmarshal string into Go struct field K.X of type fmt.Stringer
// {"W": 1}
//   type 7 "number" main.V "K" "W" json: cannot unmarshal number into Go struct field K.W of type main.V: JSON value must be string type
// {"W": "x"}
//   *errors.errorString no V: x
// {"W": true}
//   type 10 "bool" main.V "K" "W" json: cannot unmarshal bool into Go struct field K.W of type main.V: JSON value must be string type
// {"W": [1, 2]}
//   type 7 "array" main.V "K" "W" json: cannot unmarshal array into Go struct field K.W of type main.V: JSON value must be string type
// {"W": {"a": 1}}
//   type 7 "object" main.V "K" "W" json: cannot unmarshal object into Go struct field K.W of type main.V: JSON value must be string type
// {"W": null}
//   <nil> <nil>
// {"W": 1.5}
//   type 9 "number" main.V "K" "W" json: cannot unmarshal number into Go struct field K.W of type main.V: JSON value must be string type
// {"W": "1"}
//   *errors.errorString no V: 1
// {"C": 1}
//   type 7 "number" complex128 "K" "C" json: cannot unmarshal number into Go struct field K.C of type complex128
// {"C": "x"}
//   type 9 "string" complex128 "K" "C" json: cannot unmarshal string into Go struct field K.C of type complex128
// {"C": true}
//   type 10 "bool" complex128 "K" "C" json: cannot unmarshal bool into Go struct field K.C of type complex128
// {"C": [1, 2]}
//   type 7 "array" complex128 "K" "C" json: cannot unmarshal array into Go struct field K.C of type complex128
// {"C": {"a": 1}}
//   type 7 "object" complex128 "K" "C" json: cannot unmarshal object into Go struct field K.C of type complex128
// {"C": null}
//   <nil> <nil>
// {"C": 1.5}
//   type 9 "number" complex128 "K" "C" json: cannot unmarshal number into Go struct field K.C of type complex128
// {"C": "1"}
//   type 9 "string" complex128 "K" "C" json: cannot unmarshal string into Go struct field K.C of type complex128
// {"Ch": 1}
//   type 8 "number" chan int "K" "Ch" json: cannot unmarshal number into Go struct field K.Ch of type chan int
// {"Ch": "x"}
//   type 10 "string" chan int "K" "Ch" json: cannot unmarshal string into Go struct field K.Ch of type chan int
// {"Ch": true}
//   type 11 "bool" chan int "K" "Ch" json: cannot unmarshal bool into Go struct field K.Ch of type chan int
// {"Ch": [1, 2]}
//   type 8 "array" chan int "K" "Ch" json: cannot unmarshal array into Go struct field K.Ch of type chan int
// {"Ch": {"a": 1}}
//   type 8 "object" chan int "K" "Ch" json: cannot unmarshal object into Go struct field K.Ch of type chan int
// {"Ch": null}
//   <nil> <nil>
// {"Ch": 1.5}
//   type 10 "number" chan int "K" "Ch" json: cannot unmarshal number into Go struct field K.Ch of type chan int
// {"Ch": "1"}
//   type 10 "string" chan int "K" "Ch" json: cannot unmarshal string into Go struct field K.Ch of type chan int
// {"Fn": 1}
//   type 8 "number" func() "K" "Fn" json: cannot unmarshal number into Go struct field K.Fn of type func()
// {"Fn": "x"}
//   type 10 "string" func() "K" "Fn" json: cannot unmarshal string into Go struct field K.Fn of type func()
// {"Fn": true}
//   type 11 "bool" func() "K" "Fn" json: cannot unmarshal bool into Go struct field K.Fn of type func()
// {"Fn": [1, 2]}
//   type 8 "array" func() "K" "Fn" json: cannot unmarshal array into Go struct field K.Fn of type func()
// {"Fn": {"a": 1}}
//   type 8 "object" func() "K" "Fn" json: cannot unmarshal object into Go struct field K.Fn of type func()
// {"Fn": null}
//   <nil> <nil>
// {"Fn": 1.5}
//   type 10 "number" func() "K" "Fn" json: cannot unmarshal number into Go struct field K.Fn of type func()
// {"Fn": "1"}
//   type 10 "string" func() "K" "Fn" json: cannot unmarshal string into Go struct field K.Fn of type func()
// {"F": {}}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"F": {"1":1}}
//   <nil> <nil>
// 1 0 0 0 0 0 0 0 0 0 map[]
// {"F": { "x" : 1 }}
//   type 11 "number x" float64 "K" "F.x" json: cannot unmarshal number x into Go struct field K.F.x of type float64
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"F": {"true":1, "x":2}}
//   type 13 "number true" float64 "K" "F.true" json: cannot unmarshal number true into Go struct field K.F.true of type float64
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"F": {"1":"a","x":2}}
//   type 14 "string" int "K" "F.1" json: cannot unmarshal string into K.F.1 of type int
// 1 0 0 0 0 0 0 0 0 0 map[]
// {"F": {"1.5":1}}
//   <nil> <nil>
// 1 0 0 0 0 0 0 0 0 0 map[]
// {"F": {"1e400":1}}
//   type 14 "number 1e400" float64 "K" "F.1e400" json: cannot unmarshal number 1e400 into Go struct field K.F.1e400 of type float64
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"F": {"300":1}}
//   <nil> <nil>
// 1 0 0 0 0 0 0 0 0 0 map[]
// {"F": {"null":1}}
//   <nil> <nil>
// 1 0 0 0 0 0 0 0 0 0 map[]
// {"F": []}
//   type 7 "array" map[float64]int "K" "F" json: cannot unmarshal array into Go struct field K.F of type map[float64]int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"B": {}}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"B": {"1":1}}
//   type 10 "string" bool "K" "B.1" json: cannot unmarshal string into K.B.1 of type bool
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"B": { "x" : 1 }}
//   type 11 "string" bool "K" "B.x" json: cannot unmarshal string into Go struct field K.B.x of type bool
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"B": {"true":1, "x":2}}
//   type 13 "string" bool "K" "B.true" json: cannot unmarshal string into Go struct field K.B.true of type bool
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"B": {"1":"a","x":2}}
//   type 10 "string" bool "K" "B.1" json: cannot unmarshal string into K.B.1 of type bool
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"B": {"1.5":1}}
//   type 12 "string" bool "K" "B.1.5" json: cannot unmarshal string into K.B.1.5 of type bool
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"B": {"1e400":1}}
//   type 14 "string" bool "K" "B.1e400" json: cannot unmarshal string into Go struct field K.B.1e400 of type bool
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"B": {"300":1}}
//   type 12 "string" bool "K" "B.300" json: cannot unmarshal string into K.B.300 of type bool
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"B": {"null":1}}
//   type 13 "string" bool "K" "B.null" json: cannot unmarshal string into Go struct field K.B.null of type bool
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"B": []}
//   type 7 "array" map[bool]int "K" "B" json: cannot unmarshal array into Go struct field K.B of type map[bool]int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"S": {}}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"S": {"1":1}}
//   type 10 "string" main.S "K" "S.1" json: cannot unmarshal string into K.S.1 of type main.S
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"S": { "x" : 1 }}
//   type 11 "string" main.S "K" "S.x" json: cannot unmarshal string into Go struct field K.S.x of type main.S
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"S": {"true":1, "x":2}}
//   type 13 "string" main.S "K" "S.true" json: cannot unmarshal string into Go struct field K.S.true of type main.S
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"S": {"1":"a","x":2}}
//   type 10 "string" main.S "K" "S.1" json: cannot unmarshal string into K.S.1 of type main.S
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"S": {"1.5":1}}
//   type 12 "string" main.S "K" "S.1.5" json: cannot unmarshal string into K.S.1.5 of type main.S
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"S": {"1e400":1}}
//   type 14 "string" main.S "K" "S.1e400" json: cannot unmarshal string into Go struct field K.S.1e400 of type main.S
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"S": {"300":1}}
//   type 12 "string" main.S "K" "S.300" json: cannot unmarshal string into K.S.300 of type main.S
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"S": {"null":1}}
//   type 13 "string" main.S "K" "S.null" json: cannot unmarshal string into Go struct field K.S.null of type main.S
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"S": []}
//   type 7 "array" map[main.S]int "K" "S" json: cannot unmarshal array into Go struct field K.S of type map[main.S]int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"A": {}}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"A": {"1":1}}
//   type 10 "string" [2]int "K" "A.1" json: cannot unmarshal string into K.A.1 of type [2]int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"A": { "x" : 1 }}
//   type 11 "string" [2]int "K" "A.x" json: cannot unmarshal string into Go struct field K.A.x of type [2]int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"A": {"true":1, "x":2}}
//   type 13 "string" [2]int "K" "A.true" json: cannot unmarshal string into Go struct field K.A.true of type [2]int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"A": {"1":"a","x":2}}
//   type 10 "string" [2]int "K" "A.1" json: cannot unmarshal string into K.A.1 of type [2]int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"A": {"1.5":1}}
//   type 12 "string" [2]int "K" "A.1.5" json: cannot unmarshal string into K.A.1.5 of type [2]int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"A": {"1e400":1}}
//   type 14 "string" [2]int "K" "A.1e400" json: cannot unmarshal string into Go struct field K.A.1e400 of type [2]int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"A": {"300":1}}
//   type 12 "string" [2]int "K" "A.300" json: cannot unmarshal string into K.A.300 of type [2]int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"A": {"null":1}}
//   type 13 "string" [2]int "K" "A.null" json: cannot unmarshal string into Go struct field K.A.null of type [2]int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"A": []}
//   type 7 "array" map[[2]int]int "K" "A" json: cannot unmarshal array into Go struct field K.A of type map[[2]int]int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"I": {}}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"I": {"1":1}}
//   <nil> <nil>
// 0 0 0 0 1 0 0 0 0 0 map[]
// {"I": { "x" : 1 }}
//   <nil> <nil>
// 0 0 0 0 1 0 0 0 0 0 map[]
// {"I": {"true":1, "x":2}}
//   <nil> <nil>
// 0 0 0 0 2 0 0 0 0 0 map[]
// {"I": {"1":"a","x":2}}
//   type 14 "string" int "K" "I.1" json: cannot unmarshal string into K.I.1 of type int
// 0 0 0 0 2 0 0 0 0 0 map[]
// {"I": {"1.5":1}}
//   <nil> <nil>
// 0 0 0 0 1 0 0 0 0 0 map[]
// {"I": {"1e400":1}}
//   <nil> <nil>
// 0 0 0 0 1 0 0 0 0 0 map[]
// {"I": {"300":1}}
//   <nil> <nil>
// 0 0 0 0 1 0 0 0 0 0 map[]
// {"I": {"null":1}}
//   <nil> <nil>
// 0 0 0 0 1 0 0 0 0 0 map[]
// {"I": []}
//   type 7 "array" map[interface {}]int "K" "I" json: cannot unmarshal array into Go struct field K.I of type map[interface {}]int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"P": {}}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"P": {"1":1}}
//   type 12 "number" string "K" "P.1" json: cannot unmarshal number into K.P.1 of type string
// 0 0 0 0 0 1 0 0 0 0 map[]
// {"P": { "x" : 1 }}
//   type 11 "number x" int "K" "P.x" json: cannot unmarshal number x into Go struct field K.P.x of type int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"P": {"true":1, "x":2}}
//   type 13 "number true" int "K" "P.true" json: cannot unmarshal number true into Go struct field K.P.true of type int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"P": {"1":"a","x":2}}
//   type 18 "number x" int "K" "P.x" json: cannot unmarshal number x into Go struct field K.P.x of type int
// 0 0 0 0 0 1 0 0 0 0 map[]
// {"P": {"1.5":1}}
//   type 12 "number 1.5" int "K" "P.1.5" json: cannot unmarshal number 1.5 into K.P.1.5 of type int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"P": {"1e400":1}}
//   type 14 "number 1e400" int "K" "P.1e400" json: cannot unmarshal number 1e400 into Go struct field K.P.1e400 of type int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"P": {"300":1}}
//   type 14 "number" string "K" "P.300" json: cannot unmarshal number into K.P.300 of type string
// 0 0 0 0 0 1 0 0 0 0 map[]
// {"P": {"null":1}}
//   type 15 "number" string "K" "P.null" json: cannot unmarshal number into Go struct field K.P.null of type string
// 0 0 0 0 0 1 0 0 0 0 map[]
// {"P": []}
//   type 7 "array" map[*int]string "K" "P" json: cannot unmarshal array into Go struct field K.P of type map[*int]string
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"Tm": {}}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"Tm": {"1":1}}
//   *time.ParseError parsing time "1" as "2006-01-02T15:04:05Z07:00": cannot parse "1" as "2006"
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"Tm": { "x" : 1 }}
//   *time.ParseError parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"Tm": {"true":1, "x":2}}
//   *time.ParseError parsing time "true" as "2006-01-02T15:04:05Z07:00": cannot parse "true" as "2006"
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"Tm": {"1":"a","x":2}}
//   *time.ParseError parsing time "1" as "2006-01-02T15:04:05Z07:00": cannot parse "1" as "2006"
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"Tm": {"1.5":1}}
//   *time.ParseError parsing time "1.5" as "2006-01-02T15:04:05Z07:00": cannot parse "1.5" as "2006"
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"Tm": {"1e400":1}}
//   *time.ParseError parsing time "1e400" as "2006-01-02T15:04:05Z07:00": cannot parse "1e400" as "2006"
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"Tm": {"300":1}}
//   *time.ParseError parsing time "300" as "2006-01-02T15:04:05Z07:00": cannot parse "300" as "2006"
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"Tm": {"null":1}}
//   *time.ParseError parsing time "null" as "2006-01-02T15:04:05Z07:00": cannot parse "null" as "2006"
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"Tm": []}
//   type 8 "array" map[time.Time]int "K" "Tm" json: cannot unmarshal array into Go struct field K.Tm of type map[time.Time]int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"V": {}}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"V": {"1":1}}
//   type 12 "number" main.V "K" "V.1" json: cannot unmarshal number into K.V.1 of type main.V: JSON value must be string type
// 0 0 0 0 0 0 0 1 0 0 map[]
// {"V": { "x" : 1 }}
//   type 15 "number" main.V "K" "V.x" json: cannot unmarshal number into Go struct field K.V.x of type main.V: JSON value must be string type
// 0 0 0 0 0 0 0 1 0 0 map[]
// {"V": {"true":1, "x":2}}
//   type 15 "number" main.V "K" "V.true" json: cannot unmarshal number into Go struct field K.V.true of type main.V: JSON value must be string type
// 0 0 0 0 0 0 0 2 0 0 map[]
// {"V": {"1":"a","x":2}}
//   *errors.errorString no V: a
// 0 0 0 0 0 0 0 2 0 0 map[]
// {"V": {"1.5":1}}
//   type 14 "number" main.V "K" "V.1.5" json: cannot unmarshal number into K.V.1.5 of type main.V: JSON value must be string type
// 0 0 0 0 0 0 0 1 0 0 map[]
// {"V": {"1e400":1}}
//   type 16 "number" main.V "K" "V.1e400" json: cannot unmarshal number into Go struct field K.V.1e400 of type main.V: JSON value must be string type
// 0 0 0 0 0 0 0 1 0 0 map[]
// {"V": {"300":1}}
//   type 14 "number" main.V "K" "V.300" json: cannot unmarshal number into K.V.300 of type main.V: JSON value must be string type
// 0 0 0 0 0 0 0 1 0 0 map[]
// {"V": {"null":1}}
//   type 15 "number" main.V "K" "V.null" json: cannot unmarshal number into Go struct field K.V.null of type main.V: JSON value must be string type
// 0 0 0 0 0 0 0 1 0 0 map[]
// {"V": []}
//   type 7 "array" map[string]main.V "K" "V" json: cannot unmarshal array into Go struct field K.V of type map[string]main.V
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"NN": {}}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"NN": {"1":1}}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 1 0 map[]
// {"NN": { "x" : 1 }}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 1 0 map[]
// {"NN": {"true":1, "x":2}}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 2 0 map[]
// {"NN": {"1":"a","x":2}}
//   type 15 "string" int "K" "NN.1" json: cannot unmarshal string into K.NN.1 of type int
// 0 0 0 0 0 0 0 0 2 0 map[]
// {"NN": {"1.5":1}}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 1 0 map[]
// {"NN": {"1e400":1}}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 1 0 map[]
// {"NN": {"300":1}}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 1 0 map[]
// {"NN": {"null":1}}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 1 0 map[]
// {"NN": []}
//   type 8 "array" map[json.Number]int "K" "NN" json: cannot unmarshal array into Go struct field K.NN of type map[json.Number]int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"U8": {}}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"U8": {"1":1}}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 0 1 map[]
// {"U8": { "x" : 1 }}
//   type 12 "number x" uint8 "K" "U8.x" json: cannot unmarshal number x into Go struct field K.U8.x of type uint8
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"U8": {"true":1, "x":2}}
//   type 14 "number true" uint8 "K" "U8.true" json: cannot unmarshal number true into Go struct field K.U8.true of type uint8
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"U8": {"1":"a","x":2}}
//   type 15 "string" int "K" "U8.1" json: cannot unmarshal string into K.U8.1 of type int
// 0 0 0 0 0 0 0 0 0 1 map[]
// {"U8": {"1.5":1}}
//   type 13 "number 1.5" uint8 "K" "U8.1.5" json: cannot unmarshal number 1.5 into K.U8.1.5 of type uint8
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"U8": {"1e400":1}}
//   type 15 "number 1e400" uint8 "K" "U8.1e400" json: cannot unmarshal number 1e400 into Go struct field K.U8.1e400 of type uint8
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"U8": {"300":1}}
//   type 13 "number 300" uint8 "K" "U8.300" json: cannot unmarshal number 300 into K.U8.300 of type uint8
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"U8": {"null":1}}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 0 1 map[]
// {"U8": []}
//   type 8 "array" map[uint8]int "K" "U8" json: cannot unmarshal array into Go struct field K.U8 of type map[uint8]int
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"FF": {}}
//   <nil> <nil>
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"FF": {"1":1}}
//   type 13 "number" string "K" "FF.1" json: cannot unmarshal number into K.FF.1 of type string
// 0 0 0 0 0 0 0 0 0 0 map[1:]
// {"FF": { "x" : 1 }}
//   type 12 "number x" float32 "K" "FF.x" json: cannot unmarshal number x into Go struct field K.FF.x of type float32
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"FF": {"true":1, "x":2}}
//   type 14 "number true" float32 "K" "FF.true" json: cannot unmarshal number true into Go struct field K.FF.true of type float32
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"FF": {"1":"a","x":2}}
//   type 19 "number x" float32 "K" "FF.x" json: cannot unmarshal number x into Go struct field K.FF.x of type float32
// 0 0 0 0 0 0 0 0 0 0 map[1:a]
// {"FF": {"1.5":1}}
//   type 15 "number" string "K" "FF.1.5" json: cannot unmarshal number into K.FF.1.5 of type string
// 0 0 0 0 0 0 0 0 0 0 map[1.5:]
// {"FF": {"1e400":1}}
//   type 15 "number 1e400" float32 "K" "FF.1e400" json: cannot unmarshal number 1e400 into Go struct field K.FF.1e400 of type float32
// 0 0 0 0 0 0 0 0 0 0 map[]
// {"FF": {"300":1}}
//   type 15 "number" string "K" "FF.300" json: cannot unmarshal number into K.FF.300 of type string
// 0 0 0 0 0 0 0 0 0 0 map[300:]
// {"FF": {"null":1}}
//   type 16 "number" string "K" "FF.null" json: cannot unmarshal number into Go struct field K.FF.null of type string
// 0 0 0 0 0 0 0 0 0 0 map[0:]
// {"FF": []}
//   type 8 "array" map[float32]string "K" "FF" json: cannot unmarshal array into Go struct field K.FF of type map[float32]string
// 0 0 0 0 0 0 0 0 0 0 map[]
// "{\"a\":1,x}"
//  json.Delim { 1 string a 4 float64 1 6 token 3 6
//   syntax 8 invalid character 'x' looking for beginning of value
// true 1   <nil> <nil>
// true 4   <nil> <nil>
// true 6   syntax 8 invalid character 'x' looking for beginning of value
// "{\"a\":1,5}"
//  json.Delim { 1 string a 4 float64 1 6 token 3 6
//   syntax 8 object member name must be a string
// true 1   <nil> <nil>
// true 4   <nil> <nil>
// true 6   syntax 8 object member name must be a string
// "{\"a\":1 , }"
//  json.Delim { 1 string a 4 float64 1 6 token 3 6
//   syntax 8 invalid character ',' looking for beginning of value
// true 1   <nil> <nil>
// true 4   <nil> <nil>
// true 7   syntax 8 invalid character ',' looking for beginning of value
// "[1,x]"
//  json.Delim [ 1 float64 1 2 token 2 2
//   syntax 4 invalid character 'x' looking for beginning of value
// true 1   <nil> <nil>
// true 2   syntax 4 invalid character 'x' looking for beginning of value
// "[1, ]"
//  json.Delim [ 1 float64 1 2 token 2 2
//   syntax 3 invalid character ',' looking for beginning of value
// true 1   <nil> <nil>
// true 2   syntax 3 invalid character ',' looking for beginning of value
// "[1,,2]"
//  json.Delim [ 1 float64 1 2 token 2 2
//   syntax 4 invalid character ',' looking for beginning of value
// true 1   <nil> <nil>
// true 2   syntax 4 invalid character ',' looking for beginning of value
// "{\"a\":1,,}"
//  json.Delim { 1 string a 4 float64 1 6 token 3 6
//   syntax 8 invalid character ',' looking for beginning of value
// true 1   <nil> <nil>
// true 4   <nil> <nil>
// true 6   syntax 8 invalid character ',' looking for beginning of value
// "[,"
//  json.Delim [ 1 token 1 1
//   syntax 2 invalid character ',' looking for beginning of value
// true 1   syntax 2 invalid character ',' looking for beginning of value
// "[ , 1]"
//  json.Delim [ 1 token 1 1
//   syntax 3 invalid character ',' looking for beginning of value
// true 2   syntax 3 invalid character ',' looking for beginning of value
// "{:"
//  json.Delim { 1 token 1 1
//   syntax 2 invalid character ':' looking for beginning of value
// true 1   syntax 2 invalid character ':' looking for beginning of value
// "[:"
//  json.Delim [ 1 token 1 1
//   syntax 2 invalid character ':' looking for beginning of value
// true 1   syntax 2 invalid character ':' looking for beginning of value
// "{\"a\","
//  json.Delim { 1 string a 4 token 2 4
//   syntax 5 invalid character ',' after object key
// true 1   <nil> <nil>
// true 4   syntax 5 invalid character ',' after object key
// "{\"a\"}"
//  json.Delim { 1 string a 4 token 2 4
//   syntax 5 invalid character '}' after object key
// true 1   <nil> <nil>
// true 4   syntax 5 invalid character '}' after object key
// "{\"a\":,}"
//  json.Delim { 1 string a 4 token 2 4
//   syntax 6 invalid character ',' looking for beginning of value
// true 1   <nil> <nil>
// true 4   syntax 6 invalid character ',' looking for beginning of value
// "{\"a\":}"
//  json.Delim { 1 string a 4 token 2 4
//   syntax 6 missing value after object key
// true 1   <nil> <nil>
// false 4   syntax 6 invalid character '}' looking for beginning of value
// "{5:1}"
//  json.Delim { 1 token 1 1
//   syntax 2 object member name must be a string
// true 1   syntax 2 object member name must be a string
// "{ \"a\" 5}"
//  json.Delim { 1 string a 5 token 2 5
//   syntax 7 invalid character '5' after object key
// true 2   <nil> <nil>
// true 6   syntax 7 invalid character '5' after object key
// "]"
//  token 0 0
//   syntax 1 invalid character ']' looking for beginning of value
// false 0   syntax 1 invalid character ']' looking for beginning of value
// "}"
//  token 0 0
//   syntax 1 invalid character '}' looking for beginning of value
// false 0   syntax 1 invalid character '}' looking for beginning of value
// ","
//  token 0 0
//   syntax 1 invalid character ',' looking for beginning of value
// true 0   syntax 1 invalid character ',' looking for beginning of value
// ":"
//  token 0 0
//   syntax 1 invalid character ':' looking for beginning of value
// true 0   syntax 1 invalid character ':' looking for beginning of value
// " , 1"
//  token 0 0
//   syntax 2 invalid character ',' looking for beginning of value
// true 1   syntax 2 invalid character ',' looking for beginning of value
// "[}"
//  json.Delim [ 1 token 1 1
//   syntax 2 invalid character '}' looking for beginning of value
// false 1   syntax 2 invalid character '}' looking for beginning of value
// "{]"
//  json.Delim { 1 token 1 1
//   syntax 2 invalid character ']' looking for beginning of value
// false 1   syntax 2 invalid character ']' looking for beginning of value
// "[1}"
//  json.Delim [ 1 float64 1 2 token 2 2
//   syntax 3 invalid character '}' after array element
// true 1   <nil> <nil>
// false 2   syntax 3 invalid character '}' after array element
// "{\"a\":1]"
//  json.Delim { 1 string a 4 float64 1 6 token 3 6
//   syntax 7 invalid character ']' after object key:value pair
// true 1   <nil> <nil>
// true 4   <nil> <nil>
// false 6   syntax 7 invalid character ']' after object key:value pair
// "x"
//  token 0 0
//   syntax 1 invalid character 'x' looking for beginning of value
// true 0   syntax 1 invalid character 'x' looking for beginning of value
// "[x"
//  json.Delim [ 1 token 1 1
//   syntax 2 invalid character 'x' looking for beginning of value
// true 1   syntax 2 invalid character 'x' looking for beginning of value
// "{\"a\":x"
//  json.Delim { 1 string a 4 token 2 4
//   syntax 6 invalid character 'x' looking for beginning of value
// true 1   <nil> <nil>
// true 4   syntax 6 invalid character 'x' looking for beginning of value
// "{x"
//  json.Delim { 1 token 1 1
//   syntax 2 invalid character 'x' looking for beginning of value
// true 1   syntax 2 invalid character 'x' looking for beginning of value
// "{\"a\":1,\"b\"x"
//  json.Delim { 1 string a 4 float64 1 6 string b 10 token 4 10
//   syntax 11 invalid character 'x' after object key
// true 1   <nil> <nil>
// true 4   <nil> <nil>
// true 6   <nil> <nil>
// true 10   syntax 11 invalid character 'x' after object key
// "[1\x01"
//  json.Delim [ 1 float64 1 2 token 2 2
//   syntax 3 invalid character '\x01' after array element
// true 1   <nil> <nil>
// true 2   syntax 3 invalid character '\x01' after array element
// "1 , 2"
//  float64 1 1 token 1 1
//   syntax 3 invalid character ',' looking for beginning of value
// true 2   syntax 3 invalid character ',' looking for beginning of value
// "[1] , 2"
//  json.Delim [ 1 float64 1 2 json.Delim ] 3 token 3 3
//   syntax 5 invalid character ',' looking for beginning of value
// true 1   <nil> <nil>
// false 2   syntax 3 invalid character ']' looking for beginning of value
// "\"a\"x"
//  string a 3 token 1 3
//   syntax 4 invalid character 'x' looking for beginning of value
// true 3   syntax 4 invalid character 'x' looking for beginning of value
// "[tru]"
//  json.Delim [ 1 token 1 1
//   syntax 5 invalid character ']' in literal true (expecting 'e')
// true 1   syntax 5 invalid character ']' in literal true (expecting 'e')
// "[trux]"
//  json.Delim [ 1 token 1 1
//   syntax 5 invalid character 'x' in literal true (expecting 'e')
// true 1   syntax 5 invalid character 'x' in literal true (expecting 'e')
// "[\"\\q\"]"
//  json.Delim [ 1 token 1 1
//   syntax 4 invalid escape sequence `\q` in string
// true 1   syntax 4 invalid escape sequence `\q` in string
// "{\"\\q\":1}"
//  json.Delim { 1 token 1 1
//   syntax 4 invalid escape sequence `\q` in string
// true 1   syntax 4 invalid escape sequence `\q` in string
// "[1e]"
//  json.Delim [ 1 token 1 1
//   syntax 4 invalid character ']' in numeric literal
// true 1   syntax 4 invalid character ']' in numeric literal
// "[01]"
//  json.Delim [ 1 float64 0 2 token 2 2
//   syntax 3 invalid character '1' after array element
// true 1   <nil> <nil>
// true 2   syntax 3 invalid character '1' after array element
// "{\"a\":1,\""
//  json.Delim { 1 string a 4 float64 1 6 token 3 6
//   *errors.errorString unexpected EOF
// true 1   <nil> <nil>
// true 4   <nil> <nil>
// true 6   *errors.errorString unexpected EOF
// "{\"a\":1,\"b"
//  json.Delim { 1 string a 4 float64 1 6 token 3 6
//   *errors.errorString unexpected EOF
// true 1   <nil> <nil>
// true 4   <nil> <nil>
// true 6   *errors.errorString unexpected EOF
// "[tr"
//  json.Delim [ 1 token 1 1
//   *errors.errorString unexpected EOF
// true 1   *errors.errorString unexpected EOF
// "[1e"
//  json.Delim [ 1 token 1 1
//   *errors.errorString unexpected EOF
// true 1   *errors.errorString unexpected EOF
// "[-"
//  json.Delim [ 1 token 1 1
//   *errors.errorString unexpected EOF
// true 1   *errors.errorString unexpected EOF
// "[\"a"
//  json.Delim [ 1 token 1 1
//   *errors.errorString unexpected EOF
// true 1   *errors.errorString unexpected EOF
// "[ , "
//  json.Delim [ 1 token 1 1
//   syntax 3 invalid character ',' looking for beginning of value
// true 2   syntax 3 invalid character ',' looking for beginning of value
// "{\"a\": "
//  json.Delim { 1 string a 4 token 2 5
//   *errors.errorString EOF
// true 1   <nil> <nil>
// true 4   syntax 6 unexpected end of JSON input
// "{\"a\": , "
//  json.Delim { 1 string a 4 token 2 4
//   syntax 7 invalid character ',' looking for beginning of value
// true 1   <nil> <nil>
// true 4   syntax 7 invalid character ',' looking for beginning of value
//    *json.UnsupportedValueError json: unsupported value: jsontext: object member name must be a string after offset 2
//    *json.UnsupportedValueError json: unsupported value: jsontext: object member name must be a string within "/1" after offset 5
//    *json.UnsupportedValueError json: unsupported value: jsontext: object member name must be a string within "/x" after offset 7
//    *json.UnsupportedValueError json: unsupported value: jsontext: object member name must be a string after offset 2
//    *json.UnsupportedValueError json: unsupported value: jsontext: object member name must be a string after offset 2
// {"1":2}   <nil> <nil>
//    *json.UnsupportedValueError json: unsupported value: jsontext: object member name must be a string after offset 2
//    *json.UnsupportedValueError json: unsupported value: jsontext: object member name must be a string after offset 2
//    *json.UnsupportedValueError json: unsupported value: jsontext: object member name must be a string after offset 2
// {"0.1":3,"1.5":2}   <nil> <nil>
//    *json.UnsupportedTypeError json: unsupported type: complex128
// {"1e+21":1,"1e-7":2}   <nil> <nil>
// {}   <nil> <nil>
// {}   <nil> <nil>
// {}   <nil> <nil>
// null   <nil> <nil>
// {"0001-01-01T00:00:00Z":1}   <nil> <nil>
// {"1":1,"x":2}   <nil> <nil>
// {"3":4}   <nil> <nil>
