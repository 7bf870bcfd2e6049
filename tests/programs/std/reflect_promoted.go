// Reflection: pointers to structs without a name have the promoted methods; what comes through embedded structs can be set.
package main

import (
	"fmt"
	"reflect"
)

type T struct{ N int }

func (t T) Val() int  { return t.N }
func (t *T) Ptr() int { return t.N + 1 }

type embed struct{ x, X int }

type Bool bool

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	x := struct{ T }{T{4}}
	t := reflect.TypeOf(x)
	p := reflect.PointerTo(t)
	fmt.Println(t.NumMethod(), p.NumMethod())
	v := reflect.New(t)
	v.Elem().Set(reflect.ValueOf(x))
	i, ok := v.Interface().(interface{ Ptr() int })
	fmt.Println(ok && i.Ptr() == 5)
	for i := range p.NumMethod() {
		fmt.Println(p.Method(i).Name, v.Method(i).Call(nil)[0])
	}

	e := reflect.ValueOf(&struct{ embed }{}).Elem().Field(0)
	fmt.Println(e.CanSet(), e.Addr().Elem().CanSet(), e.Addr().Elem().Field(0).CanSet(), e.Addr().Elem().Field(1).CanSet())

	it := reflect.ValueOf(map[string]int{"a": 1}).MapRange()
	s := reflect.New(reflect.TypeFor[string]()).Elem()
	try(func() { s.SetIterKey(it) })
	it.Next()
	s.SetIterKey(it)
	fmt.Println(s)
	try(func() { s.SetIterValue(it) })
	try(func() { reflect.ValueOf("").SetIterKey(it) })
	it.Next()
	try(func() { s.SetIterValue(it) })

	fmt.Println(reflect.TypeFor[func(func(int) bool)]().CanSeq(), reflect.TypeFor[func(func(int) Bool)]().CanSeq())
}

// Output:
// 1 2
// true
// Ptr 5
// Val 4
// false false false true
// reflect: Value.SetIterKey called before Next
// a
// reflect.MapIter.SetValue: value of type int is not assignable to type string
// reflect: reflect.Value.SetIterKey using unaddressable value
// reflect: Value.SetIterValue called on exhausted iterator
// true false
