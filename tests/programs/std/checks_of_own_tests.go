// What tests of Go's own packages showed: reflect's checks, readers with bytes that are no UTF-8, JSON's errors and omitzero.
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strings"
)

type fakeChan struct{ reflect.Type }

func (fakeChan) Kind() reflect.Kind       { return reflect.Chan }
func (fakeChan) ChanDir() reflect.ChanDir { return reflect.BothDir }

type fakeMap struct{ reflect.Type }

func (fakeMap) Kind() reflect.Kind { return reflect.Map }

type fakeLen struct{ reflect.Type }

func (fakeLen) Len() int { return 0 }

type named struct{ list []int }

type zeroer interface{ IsZero() bool }

type pointed struct{ N int }

func (p *pointed) IsZero() bool { return p.N != 0 }

type ratio float64

type hidden struct{ Q int }

type holder struct {
	*hidden
	R int
}

func try(what string, f func()) {
	defer func() { fmt.Println(what, recover()) }()
	f()
}

func structs() {
	number, bytes := reflect.TypeOf(0), func(n int) reflect.Type { return reflect.ArrayOf(n, reflect.TypeOf(byte(0))) }
	of := func(fields ...reflect.StructField) func() { return func() { reflect.StructOf(fields) } }
	try("packages", of(reflect.StructField{Name: "a", PkgPath: "p1", Type: number}, reflect.StructField{Name: "b", PkgPath: "p2", Type: number}))
	try("anonymous", of(reflect.StructField{Name: "S", PkgPath: "p1", Type: reflect.TypeOf(struct{}{}), Anonymous: true}))
	big := reflect.StructOf([]reflect.StructField{{Name: "A", Type: bytes(math.MaxInt)}, {Name: "B", Type: bytes(math.MaxInt - 1)}})
	try("trailing", of(reflect.StructField{Name: "A", Type: big}, reflect.StructField{Name: "B", Type: bytes(2)}, reflect.StructField{Name: "C", Type: bytes(0)}))
	try("aligned", of(reflect.StructField{Name: "A", Type: reflect.TypeOf(int16(0))}, reflect.StructField{Name: "B", Type: big}))
	try("fits", of(reflect.StructField{Name: "A", Type: big}, reflect.StructField{Name: "B", Type: bytes(2)}))
}

func equal() {
	for _, x := range []any{named{}, [0]func(){}, [1]any{[]int{}}, [1]struct{ I any }{{map[int]int{}}}} {
		try("equal", func() { fmt.Println(reflect.ValueOf(x).Equal(reflect.ValueOf(x))) })
	}
	a, b := [2]any{1, []int{}}, [2]any{2, []int{}}
	fmt.Println(reflect.ValueOf(a).Equal(reflect.ValueOf(b)), reflect.ValueOf([2]int{1, 2}).Equal(reflect.ValueOf([2]int{1, 2})))
}

func main() {
	try("chan", func() { reflect.MakeChan(fakeChan{reflect.TypeOf(0)}, 0) })
	try("map", func() { reflect.MakeMapWithSize(fakeMap{reflect.TypeOf(0)}, 0) })
	try("array", func() { reflect.ValueOf([]int{1}).Convert(fakeLen{reflect.TypeOf([2]int{})}) })
	field := reflect.ValueOf(named{}).Field(0)
	try("append", func() { reflect.Append(field, reflect.ValueOf(1)) })
	try("append slice", func() { reflect.AppendSlice(field, reflect.ValueOf([]int{1})) })
	structs()
	equal()

	for _, expr := range []string{"�", `o(\x{fffd})w`, `.*`, "w"} {
		re := regexp.MustCompile(expr)
		fmt.Println(re.FindReaderIndex(strings.NewReader("hello\xffworld")), re.FindReaderSubmatchIndex(strings.NewReader("hello\xffworld")))
	}
	for _, expr := range []string{`^0^`, `^0$`, `^0`, `^0\b`, `^ab*`} {
		prefix, whole := regexp.MustCompile(expr).LiteralPrefix()
		fmt.Printf("%q %v\n", prefix, whole)
	}

	text, err := json.Marshal(struct {
		A zeroer   `json:",omitzero"`
		B zeroer   `json:",omitzero"`
		C *pointed `json:",omitzero"`
		D zeroer   `json:",omitzero"`
	}{A: (*pointed)(nil), B: &pointed{}, D: &pointed{3}})
	fmt.Println(string(text), err)
	for _, x := range []any{ratio(math.Inf(1)), []ratio{ratio(math.NaN())}, map[string]any{"x": math.Inf(-1)}, struct{ F float32 }{float32(math.Inf(1))}} {
		_, err := json.Marshal(x)
		fmt.Println(err, err.(*json.UnsupportedValueError).Value.Type())
	}
	var h holder
	err = json.Unmarshal([]byte(`{"R":2,"Q":1}`), &h)
	fmt.Printf("%v %+v\n", err, h)
	if e, ok := err.(*json.UnmarshalTypeError); ok {
		fmt.Println(e.Value, e.Type, e.Offset, e.Struct, e.Field, e.Err)
	}
	fmt.Println(base64.NewDecoder(base64.StdEncoding, strings.NewReader("")).Read(nil))
}

// Output:
// chan reflect.MakeChan of non-chan type
// map reflect.MakeMapWithSize of non-map type
// array reflect: cannot convert slice with length 1 to array with length 2
// append reflect: unknown method using value obtained using unexported field
// append slice reflect: unknown method using value obtained using unexported field
// packages reflect.StructOf: fields with different PkgPath p1 and p2
// anonymous reflect.StructOf: field "S" is anonymous but has PkgPath set
// trailing reflect.StructOf: struct size would exceed virtual address space
// aligned reflect.StructOf: struct size would exceed virtual address space
// fits <nil>
// equal reflect.Value.Equal: values of type []int are not comparable
// equal reflect.Value.Equal: values of type [0]func() are not comparable
// equal reflect.Value.Equal: values of type []int are not comparable
// equal reflect.Value.Equal: values of type map[int]int are not comparable
// false true
// [5 6] [5 6]
// [4 7] [4 7 5 6]
// [0 11] [0 11]
// [6 7] [6 7]
// "" false
// "0" true
// "0" false
// "" false
// "" false
// {"B":{"N":0}} <nil>
// json: unsupported value: +Inf main.ratio
// json: unsupported value: NaN main.ratio
// json: unsupported value: -Inf float64
// json: unsupported value: +Inf float32
// json: cannot unmarshal number into Go struct field holder.Q of type main.holder: cannot set embedded pointer to unexported struct type {hidden:<nil> R:2}
// number main.holder 11 holder Q cannot set embedded pointer to unexported struct type
// 0 EOF
