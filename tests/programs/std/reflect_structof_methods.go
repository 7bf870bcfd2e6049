// The type of a reflect.Type, and methods of embedded fields in types that StructOf makes.
package main

import (
	"fmt"
	"io"
	"reflect"
	"sort"
	"strings"
)

type I interface{ M() int }
type small int8

func (s small) M() int { return int(s) * 2 }

type word int64

func (s word) M() int { return int(s) * 3 }

type big struct{ a, b int64 }

func (b big) M() int { return int(b.a + b.b) }

type ptr struct{ n int }

func (p *ptr) M() int { return p.n }

func try(name string, f func()) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Println(name, "panics:", e)
		}
	}()
	f()
}

func of(name string, fields ...reflect.StructField) {
	try(name, func() {
		t := reflect.StructOf(fields)
		fmt.Println(name, t, t.NumMethod(), t.Size())
		for i := range t.NumMethod() {
			m := t.Method(i)
			fmt.Println("  ", m.Name, m.Type, m.Index)
		}
		fmt.Println("  ", t.Implements(reflect.TypeFor[I]()), reflect.PointerTo(t).NumMethod())
	})
}

func emb(v any) reflect.StructField {
	t := reflect.TypeOf(v)
	name := t.Name()
	if t.Kind() == reflect.Pointer {
		name = t.Elem().Name()
	}
	return reflect.StructField{Name: strings.ToUpper(name[:1]) + name[1:], Anonymous: true, Type: t}
}

func main() {
	t := reflect.TypeOf(reflect.TypeOf(0))
	fmt.Println(t, t.Kind(), t.Elem().Name(), t.Elem().PkgPath(), t.Elem().Kind(), t.NumMethod())
	var names []string
	for i := range t.NumMethod() {
		names = append(names, t.Method(i).Name)
	}
	fmt.Println(sort.StringsAreSorted(names), len(names), names)
	fmt.Println(reflect.TypeOf(0) == reflect.TypeOf(1), reflect.TypeOf(0) == reflect.TypeOf(""), reflect.SliceOf(reflect.TypeOf(0)) == reflect.TypeOf([]int{}))
	fmt.Printf("%T %v %s\n", reflect.TypeOf(0), reflect.TypeOf(0), reflect.TypeOf(""))
	fmt.Println(reflect.ValueOf(reflect.TypeOf(0)).MethodByName("String").Call(nil)[0])
	fmt.Println(reflect.DeepEqual(reflect.TypeOf(0), reflect.TypeOf(2)), reflect.DeepEqual(reflect.TypeOf(0), reflect.TypeOf("")))
	m := map[reflect.Type]int{reflect.TypeOf(0): 1, reflect.TypeOf(""): 2}
	fmt.Println(m[reflect.TypeFor[int]()], m[reflect.TypeFor[string]()])

	intField := reflect.StructField{Name: "N", Type: reflect.TypeOf(0)}
	of("big first", emb(big{}), intField)
	of("big second", intField, emb(big{}))
	of("big only", emb(big{}))
	of("word only", emb(word(0)))
	of("small only", emb(small(0)))
	of("ptr only", emb(&ptr{}))
	of("ptr and more", emb(&ptr{}), intField)
	of("ptr second", intField, emb(&ptr{}))
	of("value of ptr", emb(ptr{}), intField)
	of("iface", reflect.StructField{Name: "I", Anonymous: true, Type: reflect.TypeFor[I]()})
	of("iface second", intField, reflect.StructField{Name: "I", Anonymous: true, Type: reflect.TypeFor[I]()})
	of("two ifaces", reflect.StructField{Name: "I", Anonymous: true, Type: reflect.TypeFor[I]()}, reflect.StructField{Name: "Reader", Anonymous: true, Type: reflect.TypeFor[io.Reader]()})
	of("pointer to iface", reflect.StructField{Name: "I", Anonymous: true, Type: reflect.TypeFor[*I]()})
	of("pointer to pointer", reflect.StructField{Name: "P", Anonymous: true, Type: reflect.TypeFor[**int]()})
	of("dup", intField, intField)
	of("same twice", emb(big{}), emb(big{}))

	s := reflect.New(reflect.StructOf([]reflect.StructField{emb(big{}), intField})).Elem()
	s.Field(0).Set(reflect.ValueOf(big{3, 4}))
	fmt.Println(s.Interface().(I).M(), s.Method(0).Call(nil)[0], s.MethodByName("M").Call(nil)[0])
	s = reflect.New(reflect.StructOf([]reflect.StructField{emb(&ptr{})})).Elem()
	s.Field(0).Set(reflect.ValueOf(&ptr{7}))
	fmt.Println(s.Interface().(I).M(), s.Method(0).Call(nil)[0])
	s = reflect.New(reflect.StructOf([]reflect.StructField{emb(word(0))})).Elem()
	s.Field(0).SetInt(5)
	fmt.Println(s.Interface().(I).M())
	try("call", func() {
		s := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "I", Anonymous: true, Type: reflect.TypeFor[I]()}})).Elem()
		s.Field(0).Set(reflect.ValueOf(word(2)))
		fmt.Println(s.Field(0).Interface().(I).M())
		fmt.Println(s.Interface().(I).M())
	})
	try("call", func() {
		s := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "I", Anonymous: true, Type: reflect.TypeFor[I]()}, intField})).Elem()
		s.Method(0).Call(nil)
	})
}

// Output:
// *reflect.rtype ptr rtype reflect struct 39
// true 39 [Align AssignableTo Bits CanSeq CanSeq2 ChanDir Comparable ConvertibleTo Elem Field FieldAlign FieldByIndex FieldByName FieldByNameFunc Fields Implements In Ins IsVariadic Key Kind Len Method MethodByName Methods Name NumField NumIn NumMethod NumOut Out Outs OverflowComplex OverflowFloat OverflowInt OverflowUint PkgPath Size String]
// true false true
// *reflect.rtype int string
// int
// true false
// 1 2
// big first struct { main.big; N int } 1 24
//    M func(struct { main.big; N int }) int 0
//    true 0
// big second panics: reflect: embedded type with methods not implemented if type is not first field
// big only struct { main.big } 1 16
//    M func(struct { main.big }) int 0
//    true 0
// word only struct { main.word } 1 8
//    M func(struct { main.word }) int 0
//    true 0
// small only struct { main.small } 1 1
//    M func(struct { main.small }) int 0
//    true 0
// ptr only struct { *main.ptr } 1 8
//    M func(struct { *main.ptr }) int 0
//    true 0
// ptr and more panics: reflect: embedded type with methods not implemented if there is more than one field
// ptr second panics: reflect: embedded type with methods not implemented if type is not first field
// value of ptr struct { main.ptr; N int } 0 16
//    false 0
// iface struct { main.I } 1 16
//    M func(struct { main.I }) int 0
//    true 0
// iface second struct { N int; main.I } 1 24
//    M func(struct { N int; main.I }) int 0
//    true 0
// two ifaces struct { main.I; io.Reader } 2 32
//    M func(struct { main.I; io.Reader }) int 0
//    Read func(struct { main.I; io.Reader }, []uint8) (int, error) 1
//    true 0
// pointer to iface panics: reflect.StructOf: illegal embedded field type *main.I
// pointer to pointer panics: reflect.StructOf: illegal embedded field type **int
// dup panics: reflect.StructOf: duplicate field N
// same twice panics: reflect: embedded type with methods not implemented if type is not first field
// 7 7 7
// 7 7
// 15
// 6
// call panics: reflect: StructOf does not support methods of embedded interfaces
// call panics: reflect: StructOf does not support methods of embedded interfaces
