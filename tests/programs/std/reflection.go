// Reflection: maps, calls, methods, funcs and types made at run time, channels, iterators.

package main

import (
	"fmt"
	"reflect"
)

type T struct{ n int }

func (t T) Add(a int8, s string) (string, int8) { return s + "!", a + int8(t.n) }
func (t *T) Set(x int)                          { t.n = x }

func main() {
	iterate()

	m := map[string]int8{"a": -1, "b": 2}
	v := reflect.ValueOf(m)
	fmt.Println(v.Len(), v.MapIndex(reflect.ValueOf("a")).Int(), v.MapIndex(reflect.ValueOf("zz")).IsValid())
	v.SetMapIndex(reflect.ValueOf("c"), reflect.ValueOf(int8(-3)))
	fmt.Println(m["c"], len(m))
	sum := 0
	for it := v.MapRange(); it.Next(); {
		sum += int(it.Value().Int()) * len(it.Key().String())
	}
	fmt.Println(sum)
	f := func(a int8, b ...string) int { return int(a) + len(b) }
	fmt.Println(reflect.ValueOf(f).Call([]reflect.Value{reflect.ValueOf(int8(-5)), reflect.ValueOf("x"), reflect.ValueOf("y")})[0].Int())
	t := T{4}
	r := reflect.ValueOf(t).MethodByName("Add").Call([]reflect.Value{reflect.ValueOf(int8(-8)), reflect.ValueOf("q")})
	fmt.Println(r[0].String(), r[1].Int())
	reflect.ValueOf(&t).MethodByName("Set").Call([]reflect.Value{reflect.ValueOf(99)})
	fmt.Println(t.n)
	add := reflect.ValueOf(t).Method(0).Interface().(func(int8, string) (string, int8))
	s, i := add(-1, "k")
	fmt.Println(s, i)
	mf := reflect.MakeFunc(reflect.TypeOf(add), func(args []reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.ValueOf(args[1].String() + "made"), reflect.ValueOf(int8(args[0].Int() * 2))}
	}).Interface().(func(int8, string) (string, int8))
	s, i = mf(-21, "z")
	fmt.Println(s, i)
	ch := make(chan string, 1)
	c := reflect.ValueOf(ch)
	fmt.Println(c.TrySend(reflect.ValueOf("hi")), c.TrySend(reflect.ValueOf("no")), c.Len())
	x, ok := c.Recv()
	fmt.Println(x.String(), ok)
	go func() { ch <- "later"; close(ch) }()
	x, ok = c.Recv()
	fmt.Println(x.String(), ok)
	n, rv, ok := reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: c}})
	fmt.Println(n, rv.String(), ok)
	mm := reflect.MakeMap(reflect.MapOf(reflect.TypeOf(1), reflect.TypeOf([]string{})))
	mm.SetMapIndex(reflect.ValueOf(7), reflect.ValueOf([]string{"a"}))
	fmt.Println(mm.Type().String(), mm.Len(), len(mm.Interface().(map[int][]string)[7]))
	st := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeOf(0)}, {Name: "B", Type: reflect.TypeOf("")}})).Elem()
	st.Field(1).SetString("bb")
	fmt.Println(st.Type().String(), st.Field(1).String())
	defer func() { fmt.Println("rec", recover().(error).Error()) }()
	reflect.ValueOf(map[any]int{}).SetMapIndex(reflect.ValueOf([]int{}), reflect.ValueOf(1))
}
func iterate() {
	for i, e := range reflect.ValueOf([]string{"a", "b"}).Seq2() {
		fmt.Println(i, e)
	}
	for i := range reflect.ValueOf(3).Seq() {
		fmt.Println(i)
	}
	for f := range reflect.TypeOf(struct{ A, B int }{}).Fields() {
		fmt.Println(f.Name)
	}
	for i := range reflect.ValueOf(func(yield func(int) bool) { _ = yield(7) && yield(8) }).Seq() {
		fmt.Println(i.Int())
	}
	fmt.Println(reflect.TypeFor[map[string]int](), reflect.TypeOf(fmt.Println))
	x, ok := reflect.TypeAssert[int](reflect.ValueOf(3))
	fmt.Println(x, ok)
	type T struct {
		A int `json:"a"`
		B []string
	}
	fmt.Printf("%v %+v %#v %T\n", T{1, []string{"x"}}, reflect.ValueOf(T{2, nil}), T{}, T{})
	fmt.Println(reflect.TypeOf(T{}).Field(0).Tag.Get("json"), reflect.Zero(reflect.TypeOf(T{})))
}

// Output:
// 0 a
// 1 b
// 0
// 1
// 2
// A
// B
// 7
// 8
// map[string]int func(...interface {}) (int, error)
// 3 true
// {1 [x]} {A:2 B:[]} main.T{A:0, B:[]string(nil)} main.T
// a {0 []}
// 2 -1 false
// -3 3
// -2
// -3
// q! -4
// 99
// k! 98
// zmade -42
// true false 1
// hi true
// later true
// 0  false
// map[int][]string 1 1
// struct { A int; B string } bb
// rec runtime error: hash of unhashable type []int
