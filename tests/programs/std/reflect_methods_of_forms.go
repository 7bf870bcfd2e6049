// Methods by reflection: of receivers of each form, of interfaces, and of types that StructOf makes for other packages.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"text/template"
	"unsafe"
)

type Animal interface {
	Sound() string
	legs() int
}
type Dog struct{ name string }

func (d Dog) Sound() string { return d.name + " barks" }
func (Dog) legs() int       { return 4 }

type Loud[T Animal] struct{ Inner T }

func (l Loud[T]) Sound() string { return strings.ToUpper(l.Inner.Sound()) }

type bits uint8
type f32 float32
type c64 complex64
type str string

func (b bits) Get() uint8    { return uint8(b) }
func (f f32) Get() float32   { return float32(f) }
func (c c64) Get() complex64 { return complex64(c) }
func (s str) Get() string    { return string(s) }
func (b *bits) Set(x uint8)  { *b = bits(x) }

type three struct{ a, b, c byte }

func (t three) Get() byte { return t.c }

type fn func(int) int

func (f fn) Twice(x int) int { return f(f(x)) }

type ch chan int

func (c ch) Put(x int) ch { c <- x; return c }

type mp map[string]int

func (m mp) Add(k string) int { m[k]++; return m[k] }

type arr [1]*int

func (a arr) Get() int { return *a[0] }

type empty struct{}

func (empty) Name() string { return "empty" }

func try(name string, f func()) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Printf("%s: %v\n", name, e)
		}
	}()
	f()
}

func main() {
	n := 8
	b := bits(200)
	for _, v := range []any{bits(255), f32(1.5), c64(1 + 2i), str("s"), three{1, 2, 3}, arr{&n}, empty{}, &b} {
		rv := reflect.ValueOf(v)
		for i := range rv.NumMethod() {
			m := rv.Type().Method(i)
			if m.Type.NumIn() == 1 {
				fmt.Println(rv.Type(), m.Name, rv.Method(i).Call(nil)[0], m.Func.Call([]reflect.Value{rv})[0])
			}
		}
		if rv.NumMethod() > 0 && rv.Method(0).Type().NumIn() == 0 {
			s := reflect.StructOf([]reflect.StructField{{Name: "V", Type: rv.Type()}, {Name: "W", Type: reflect.TypeOf(0)}})
			sv := reflect.New(s).Elem()
			sv.Field(0).Set(rv)
			fmt.Println(s.Size(), sv.Field(0).Method(0).Call(nil)[0], s.NumMethod())
		}
	}
	fmt.Println(reflect.ValueOf(fn(func(x int) int { return x + 1 })).Method(0).Call([]reflect.Value{reflect.ValueOf(1)})[0])
	fmt.Println(reflect.ValueOf(make(ch, 1)).Method(0).Call([]reflect.Value{reflect.ValueOf(1)})[0].Len())
	fmt.Println(reflect.ValueOf(mp{}).MethodByName("Add").Call([]reflect.Value{reflect.ValueOf("k")})[0])
	reflect.ValueOf(&b).MethodByName("Set").Call([]reflect.Value{reflect.ValueOf(uint8(7))})
	fmt.Println(b)

	var a Animal = Dog{"Rex"}
	av := reflect.ValueOf(&a).Elem()
	fmt.Println(av.Type(), av.Kind(), av.NumMethod(), av.Type().Method(0).Name, av.Type().Method(1).Name, av.Type().Method(1).PkgPath)
	fmt.Println(av.Method(0).Call(nil)[0], av.MethodByName("Sound").Call(nil)[0], av.Method(0).Type())
	try("unexported", func() { av.Method(1).Call(nil) })
	try("unexported iface", func() { av.Method(1).Interface() })
	try("unexported convert", func() { av.Method(1).Convert(reflect.TypeFor[func() int]()) })
	late := av.Method(0)
	a = Dog{"Ben"}
	fmt.Println(late.Call(nil)[0], late.Kind(), late.IsNil(), late.CanSet())
	a = nil
	try("late", func() { late.Call(nil) })
	l := Loud[Dog]{Dog{"Ann"}}
	fmt.Println(reflect.TypeOf(l), reflect.TypeOf(l).Name(), reflect.ValueOf(l).Method(0).Call(nil)[0])

	t := reflect.StructOf([]reflect.StructField{
		{Name: "Name", Type: reflect.TypeOf(""), Tag: `json:"name"`},
		{Name: "Reader", Type: reflect.TypeFor[io.Reader](), Anonymous: true},
		{Name: "Nums", Type: reflect.TypeOf([]int{}), Tag: `json:"nums,omitempty"`},
	})
	v := reflect.New(t)
	fmt.Println(json.Unmarshal([]byte(`{"name":"x","nums":[1,2]}`), v.Interface()), v.Elem().Field(0), v.Elem().Field(2))
	out, err := json.Marshal(v.Interface())
	fmt.Println(string(out), err)
	v.Elem().Field(1).Set(reflect.ValueOf(strings.NewReader("r")))
	_, isReader := v.Elem().Interface().(io.Reader)
	_, isReaderP := v.Interface().(io.Reader)
	fmt.Println(isReader, isReaderP, t.NumMethod(), t == v.Elem().Type())
	try("read", func() { v.Elem().Interface().(io.Reader).Read(nil) })
	var w bytes.Buffer
	tm := template.Must(template.New("").Parse("{{.Name}} {{len .Nums}} {{index .Nums 1}}\n"))
	fmt.Println(tm.Execute(&w, v.Elem().Interface()), w.String())

	fmt.Println(reflect.TypeOf(unsafe.Pointer(nil)).PkgPath(), reflect.TypeFor[int]().PkgPath() == "", reflect.TypeFor[error]().PkgPath() == "", reflect.TypeFor[error]().Name())
	same := reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeOf(0)}})
	fmt.Println(same == reflect.TypeOf(struct{ A int }{}), reflect.New(same).Elem().Interface() == any(struct{ A int }{}))
	_, isS := reflect.New(same).Elem().Interface().(struct{ A int })
	fmt.Println(isS)
	types := map[reflect.Type]string{}
	for range 3 {
		types[reflect.SliceOf(reflect.SliceOf(same))] = "s"
		types[reflect.MapOf(same, same)] = "m"
	}
	fmt.Println(len(types), types[reflect.TypeOf([][]struct{ A int }{})])
}

// Output:
// main.bits Get 255 255
// 16 255 0
// main.f32 Get 1.5 1.5
// 16 1.5 0
// main.c64 Get (1+2i) (1+2i)
// 16 (1+2i) 0
// main.str Get s s
// 24 s 0
// main.three Get 3 3
// 16 3 0
// main.arr Get 8 8
// 16 8 0
// main.empty Name empty empty
// 8 empty 0
// *main.bits Get 200 200
// 16 200 0
// 3
// 1
// 1
// 7
// main.Animal interface 2 Sound legs main
// Rex barks Rex barks func() string
// unexported: reflect: Call of unexported method
// unexported iface: reflect: Interface of unexported method
// unexported convert: reflect: Convert of unexported method
// Ben barks func false false
// late: reflect: Call of method on nil interface value
// main.Loud[main.Dog] Loud[main.Dog] ANN BARKS
// <nil> x [1 2]
// {"name":"x","Reader":null,"nums":[1,2]} <nil>
// true false 1 true
// read: reflect: StructOf does not support methods of embedded interfaces
// <nil> x 2 2
//
// unsafe true true error
// true true
// true
// 2 s
