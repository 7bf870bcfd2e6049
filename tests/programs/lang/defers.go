// Deferred calls, panics, recovery and named results.
package main

import (
	"errors"
	"fmt"
	"os"
)

func named() (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("caught: %v", r)
			n *= 2
		}
	}()
	n = 21
	panic("boom")
}

func order() {
	for i := 0; i < 3; i++ {
		defer fmt.Print("d", i, " ")
	}
	fmt.Print("body ")
}

func helper() any { return recover() }

func nested() (s string) {
	defer func() {
		s += fmt.Sprint(" outer:", recover())
	}()
	defer func() {
		defer func() { s += fmt.Sprint("inner:", recover()) }()
		panic("second")
	}()
	panic("first")
}

func rethrow() (err error) {
	defer func() {
		if e, ok := recover().(error); ok {
			err = e
		}
	}()
	defer func() {
		r := recover()
		panic(fmt.Errorf("again: %w", r.(error)))
	}()
	panic(os.ErrNotExist)
}

func args() {
	x := 1
	defer fmt.Println("deferred x =", x)
	x = 2
	defer func(p *int) { fmt.Println("pointer sees", *p) }(&x)
	x = 3
}

func notDirect() (r any) {
	defer func() { r = recover() }()
	defer func() {
		helper() // not called by the deferred function itself: recovers nothing
	}()
	panic("still there")
}

func direct() {
	defer func() { fmt.Println("direct:", helper() == nil, recover()) }()
	panic("x")
}

func result() int {
	x := 5
	defer func() { x = 10 }()
	return x
}

func runtimeErrors() {
	try := func(name string, f func()) {
		defer func() {
			r := recover()
			_, isErr := r.(error)
			fmt.Println(name, "->", r, isErr)
		}()
		f()
	}
	var p *struct{ a, b int }
	var m map[string]int
	var s []int
	zero := 0
	i := 5
	try("nil", func() { fmt.Println(p.b) })
	try("map", func() { m["a"] = 1 })
	try("index", func() { s[i] = 1 })
	try("slice", func() { _ = s[2:i] })
	try("slice2", func() { a := []int{1, 2, 3}; j := 2; _ = a[j:1] })
	try("slice3", func() { a := make([]int, 2, 4); _ = a[1:2:i] })
	try("string", func() { _ = "abc"[i] })
	try("string2", func() { _ = "abc"[i:] })
	try("div", func() { fmt.Println(1 / zero) })
	try("shift", func() { fmt.Println(1 << (zero - 1)) })
	try("make", func() { _ = make([]int, zero-1) })
	try("conv", func() { _ = any("x").(int) })
	try("conv2", func() { var e error; _ = e.(fmt.Stringer) })
	try("conv3", func() { _ = any(3).(fmt.Stringer) })
	try("arr", func() { _ = [4]int(make([]int, 2)) })
	try("close", func() { var c chan int; close(c) })
	try("closed", func() { c := make(chan int); close(c); close(c) })
	try("send", func() { c := make(chan int, 1); close(c); c <- 1 })
	try("hash", func() { _ = map[any]int{[]int{}: 1} })
	try("nilfunc", func() { var f func(); f() })
	try("panic nil", func() { panic(nil) })
	try("custom", func() { panic(errors.New("mine")) })
}

func main() {
	fmt.Println(named())
	order()
	fmt.Println()
	fmt.Println(nested())
	err := rethrow()
	fmt.Println(err, errors.Is(err, os.ErrNotExist))
	args()
	fmt.Println(notDirect())
	direct()
	fmt.Println(result())
	runtimeErrors()
}

// Output:
// 42 caught: boom
// body d2 d1 d0
// inner:second outer:first
// again: file does not exist true
// pointer sees 3
// deferred x = 1
// still there
// direct: true x
// 5
// nil -> runtime error: invalid memory address or nil pointer dereference true
// map -> assignment to entry in nil map true
// index -> runtime error: index out of range [5] with length 0 true
// slice -> runtime error: slice bounds out of range [:5] with capacity 0 true
// slice2 -> runtime error: slice bounds out of range [2:1] true
// slice3 -> runtime error: slice bounds out of range [::5] with capacity 4 true
// string -> runtime error: index out of range [5] with length 3 true
// string2 -> runtime error: slice bounds out of range [5:3] true
// div -> runtime error: integer divide by zero true
// shift -> runtime error: negative shift amount true
// make -> runtime error: makeslice: len out of range true
// conv -> interface conversion: interface {} is string, not int true
// conv2 -> interface conversion: interface is nil, not fmt.Stringer true
// conv3 -> interface conversion: int is not fmt.Stringer: missing method String true
// arr -> runtime error: cannot convert slice with length 2 to array or pointer to array with length 4 true
// close -> close of nil channel true
// closed -> close of closed channel true
// send -> send on closed channel true
// hash -> runtime error: hash of unhashable type []int true
// nilfunc -> runtime error: invalid memory address or nil pointer dereference true
// panic nil -> runtime error: panic called with nil argument true
// custom -> mine true
