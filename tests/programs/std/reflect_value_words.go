// Packages read and make the words of a reflect.Value through unsafe, as codecs do: they are Go's.
package main

import (
	"fmt"
	"reflect"
	"unsafe"
)

type words struct {
	typ, ptr unsafe.Pointer
	flag     uintptr
}

type eface struct{ typ, data unsafe.Pointer }

const (
	kindMask = 1<<5 - 1
	indir    = 1 << 7
)

func of(v reflect.Value) words { return *(*words)(unsafe.Pointer(&v)) }

type (
	named  int8
	holder struct{ p *int }
	beside struct {
		_ struct{}
		p *int
	}
	embeds struct {
		holder
		Exported string
		hidden   int
	}
	namer interface{ name() string }
)

func (named) M()            {}
func (n named) name() string { return "named" }

func show(what string, v reflect.Value) {
	w := of(v)
	fmt.Printf("%s %x", what, w.flag)
	if !v.IsValid() {
		fmt.Println(w == words{})
		return
	}
	t := v.Type()
	if w.flag&(1<<9) == 0 {
		fmt.Print(" ", w.typ == (*eface)(unsafe.Pointer(&t)).data)
	}
	if v.CanInterface() {
		x := v.Interface()
		e := (*eface)(unsafe.Pointer(&x))
		fmt.Print(" ", v.Kind() == reflect.Interface || w.flag&(1<<9) != 0 || e.typ == w.typ, w.flag&indir != 0 || w.ptr == e.data)
	}
	fmt.Println()
}

func flags() {
	n := 3
	h := holder{&n}
	m := map[string]*int{"a": &n}
	for _, x := range []any{1, "s", &n, m, make(chan int), func() {}, h, beside{p: &n}, [1]*int{&n}, named(3), [3]any{}, struct{}{}, []any{1}, unsafe.Pointer(&n), true, 1.5, complex64(1), struct {
		a int8
		b string
	}{}} {
		show(fmt.Sprintf("%T", x), reflect.ValueOf(x))
	}
	p := reflect.ValueOf(&n)
	e := reflect.ValueOf(&embeds{holder: h}).Elem()
	var i any = &n
	var np *int
	for _, c := range []struct {
		what string
		v    reflect.Value
	}{
		{"zero Value", reflect.Value{}}, {"elem", p.Elem()}, {"addr", p.Elem().Addr()}, {"new", reflect.New(p.Type())}, {"new elem", reflect.New(p.Type()).Elem()},
		{"zero pointer", reflect.Zero(p.Type())}, {"zero int", reflect.Zero(p.Type().Elem())}, {"nil", reflect.ValueOf(np)},
		{"field", reflect.ValueOf(h).Field(0)}, {"field of variable", reflect.ValueOf(&h).Elem().Field(0)}, {"no size", reflect.ValueOf(beside{}).Field(0)},
		{"beside it", reflect.ValueOf(beside{p: &n}).Field(1)}, {"embedded", e.Field(0)}, {"exported", e.Field(1)}, {"hidden", e.Field(2)}, {"in embedded", e.Field(0).Field(0)},
		{"map index", reflect.ValueOf(m).MapIndex(reflect.ValueOf("a"))}, {"key", reflect.ValueOf(m).MapKeys()[0]}, {"make map", reflect.MakeMap(reflect.TypeOf(m))},
		{"make chan", reflect.MakeChan(reflect.TypeFor[chan int](), 0)}, {"make slice", reflect.MakeSlice(reflect.TypeFor[[]int](), 1, 1)},
		{"make func", reflect.MakeFunc(reflect.TypeFor[func()](), func([]reflect.Value) []reflect.Value { return nil })},
		{"index", reflect.ValueOf([]*int{&n}).Index(0)}, {"of array", reflect.ValueOf([1]*int{&n}).Index(0)}, {"of 2", reflect.ValueOf([2]*int{&n}).Index(0)}, {"of string", reflect.ValueOf("x").Index(0)},
		{"method", reflect.ValueOf(named(2)).Method(0)}, {"pointer's", reflect.ValueOf(new(named)).Method(0)}, {"bound", reflect.ValueOf(named(2).M)},
		{"converted", p.Convert(reflect.TypeFor[*int]())}, {"to interface", reflect.ValueOf(named(3)).Convert(reflect.TypeFor[namer]())}, {"to int", reflect.ValueOf(named(3)).Convert(reflect.TypeFor[int]())},
		{"slice", reflect.ValueOf([]int{1, 2}).Slice(0, 1)}, {"append", reflect.Append(reflect.ValueOf([]int{1}), reflect.ValueOf(1))}, {"interface", reflect.ValueOf(&i).Elem()},
		{"in interface", reflect.ValueOf(&i).Elem().Elem()}, {"indirect", reflect.Indirect(p)},
	} {
		show(c.what, c.v)
	}
}

// value makes a reflect.Value of the words of x, as codecs do for kinds that they know.
func value(x any, flag uintptr) (v reflect.Value) {
	e := (*eface)(unsafe.Pointer(&x))
	*(*words)(unsafe.Pointer(&v)) = words{e.typ, e.data, flag}
	return v
}

// back is v.Interface() without checks.
func back(v reflect.Value) any {
	w := (*words)(unsafe.Pointer(&v))
	switch reflect.Kind(w.flag & kindMask) {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		if w.flag&indir != 0 {
			w.ptr = *(*unsafe.Pointer)(w.ptr)
		}
	}
	return *(*any)(unsafe.Pointer(w))
}

// addr is v.Addr() without checks: typ is the type of a pointer to v.
func addr(v reflect.Value, typ reflect.Type) reflect.Value {
	w := (*words)(unsafe.Pointer(&v))
	w.flag = w.flag&(1<<5|1<<6) | uintptr(reflect.Pointer)
	w.typ = (*eface)(unsafe.Pointer(&typ)).data
	return v
}

func making() {
	n := 5
	p := value(&n, uintptr(reflect.Pointer))
	p.Elem().SetInt(6)
	fmt.Println(n, p.Type(), p.IsNil(), p.Pointer() == uintptr(unsafe.Pointer(&n)), p.Interface() == any(&n), back(p) == any(&n), p.Equal(reflect.ValueOf(&n)))
	s := value("text", uintptr(reflect.String)|indir)
	m := value(map[string]int{"a": 1}, uintptr(reflect.Map))
	f := value(func(a int) int { return a * 2 }, uintptr(reflect.Func))
	c := value(make(chan int, 2), uintptr(reflect.Chan))
	m.SetMapIndex(s, reflect.ValueOf(2))
	c.Send(reflect.ValueOf(9))
	got, _ := c.Recv()
	fmt.Println(s, s.Len(), m, m.Len(), f.Call([]reflect.Value{reflect.ValueOf(21)})[0], got, back(s), back(m))
	out := reflect.New(p.Type()).Elem()
	out.Set(p)
	fmt.Println(out.Elem().Int(), back(out) == any(&n), back(reflect.ValueOf(7)), back(reflect.ValueOf([]any{1, "x"}).Index(1).Elem()))
	a := addr(reflect.ValueOf(&n).Elem(), reflect.TypeFor[*int]())
	a.Elem().SetInt(8)
	fmt.Println(n, a.Type(), reflect.DeepEqual(a.Interface(), &n), fmt.Sprint(a.Elem()), fmt.Sprint(p.Elem(), s, value(5, uintptr(reflect.Int)|indir)))
	// A value of an unexported field becomes one that may be changed.
	e := embeds{hidden: 1}
	h := reflect.ValueOf(&e).Elem().Field(2)
	w := (*words)(unsafe.Pointer(&h))
	w.flag &^= 1<<5 | 1<<6
	h.SetInt(2)
	*(*int)(w.ptr)++
	fmt.Println(e.hidden, reflect.NewAt(h.Type(), w.ptr).Elem().Int())
	// The zero value of each form, looked into and changed.
	type node struct {
		next *node
		any  any
		m    map[int]*node
	}
	nd := reflect.New(reflect.TypeFor[node]()).Elem()
	for i := range nd.NumField() {
		fw := of(nd.Field(i))
		fmt.Print(nd.Field(i).IsNil(), nd.Field(i).IsZero(), *(*unsafe.Pointer)(fw.ptr) == nil, " ")
	}
	fmt.Println()
}

func main() {
	flags()
	making()
}

// Output:
// int 82 true true true
// string 98 true true true
// *int 16 true true true
// map[string]*int 15 true true true
// chan int 12 true true true
// func() 13 true true true
// main.holder 19 true true true
// main.beside 19 true true true
// [1]*int 11 true true true
// main.named 83 true true true
// [3]interface {} 91 true true true
// struct {} 99 true true true
// []interface {} 97 true true true
// unsafe.Pointer 1a true true true
// bool 81 true true true
// float64 8e true true true
// complex64 8f true true true
// struct { a int8; b string } 99 true true true
// zero Value 0true
// elem 182 true true true
// addr 16 true true true
// new 16 true true true
// new elem 196 true true true
// zero pointer 16 true true true
// zero int 82 true true true
// nil 16 true true true
// field 36 true
// field of variable 1b6 true
// no size b9 true
// beside it 36 true
// embedded 1d9 true
// exported 198 true true true
// hidden 1a2 true
// in embedded 1b6 true
// map index 16 true true true
// key 98 true true true
// make map 15 true true true
// make chan 12 true true true
// make slice 97 true true true
// make func 13 true true true
// index 196 true true true
// of array 16 true true true
// of 2 96 true true true
// of string 88 true true true
// method 293 true true
// pointer's 213 true false
// bound 13 true true true
// converted 16 true true true
// to interface 94 true true true
// to int 82 true true true
// slice 97 true true true
// append 97 true true true
// interface 194 true true true
// in interface 16 true true true
// indirect 182 true true true
// 6 *int false true true true true
// text 4 map[a:1 text:2] 2 42 9 text map[a:1 text:2]
// 6 true 7 x
// 8 *int true 8 8 text 5
// 3 3
// true true true true true true true true true
