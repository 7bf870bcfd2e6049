package main

import (
	"fmt"
	"runtime"
)

var saved func(int) bool

func bad(yield func(int) bool)  { yield(1); yield(2) }
func save(yield func(int) bool) { saved = yield; yield(1) }
func swallow(yield func(int) bool) {
	defer func() { recover() }()
	yield(1)
}
func again(yield func(int) bool) {
	swallow(yield)
	yield(2)
}

func try(f func()) {
	defer func() {
		r := recover()
		_, ok := r.(runtime.Error)
		fmt.Printf("%T %v %v\n", r, ok, r)
	}()
	f()
}

func main() {
	try(func() {
		for range bad {
			break
		}
	})
	try(func() {
		for range save {
		}
		saved(1)
	})
	try(func() {
		for range swallow {
			panic("x")
		}
	})
	try(func() {
		for range again {
			panic("y")
		}
	})
}

// Output:
// runtime.errorString true runtime error: range function continued iteration after function for loop body returned false
// runtime.errorString true runtime error: range function continued iteration after whole loop exit
// runtime.errorString true runtime error: range function recovered a loop body panic and did not resume panicking
// runtime.errorString true runtime error: range function continued iteration after loop body panic
