package main

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
)

type point struct{ x int }

func (p point) Dist() int { return p.x }

func twice(x int) int { return 2 * x }

// name is what programs call a function in their logs.
func name(f any) string { return runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name() }

func main() {
	n := 0
	count := func() { n++ }
	fmt.Println(name(main), name(twice), name(count), name(strings.ToUpper))
	fmt.Println(name(func() {}), name(point{3}.Dist))
	// Closures share their code, and so do bound methods.
	adder := func(a int) func() int { return func() int { return a } }
	same := func(f, g any) bool { return reflect.ValueOf(f).Pointer() == reflect.ValueOf(g).Pointer() }
	fmt.Println(same(adder(1), adder(2)), same(twice, twice), same(twice, count))
	a, b := reflect.ValueOf(point{1}).Method(0), reflect.ValueOf(point{2}).Method(0)
	fmt.Println(a.Pointer() == b.Pointer(), a.Call(nil)[0].Int(), b.Call(nil)[0].Int())
	var none func()
	fmt.Println(reflect.ValueOf(none).Pointer(), fmt.Sprintf("%p", none), fmt.Sprintf("%p", twice) == fmt.Sprintf("%#x", reflect.ValueOf(twice).Pointer()))
}

// Output:
// main.main main.twice main.main.func1 strings.ToUpper
// main.main.func2 main.point.Dist-fm
// true true false
// true 1 2
// 0 0x0 true
