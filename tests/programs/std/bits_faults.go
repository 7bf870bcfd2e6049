package main

import (
	"fmt"
	"math/bits"
	"runtime"
)

// What a division of two words panics with is a run-time error as any other.

func try(f func()) {
	defer func() {
		r := recover()
		_, ok := r.(runtime.Error)
		fmt.Printf("%T %v %v\n", r, r, ok)
	}()
	f()
}

func main() {
	try(func() { bits.Div64(1, 0, 1) })
	try(func() { bits.Div64(1, 0, 0) })
	try(func() { bits.Div32(7, 0, 7) })
	try(func() { bits.Div32(7, 0, 0) })
	try(func() { bits.Div(3, 0, 2) })
	try(func() { bits.Rem64(3, 0, 0) })
	fmt.Println(bits.Div64(1, 0, 2))
	fmt.Println(bits.Div32(6, 5, 7))
}

// Output:
// runtime.errorString runtime error: integer overflow true
// runtime.errorString runtime error: integer divide by zero true
// runtime.errorString runtime error: integer overflow true
// runtime.errorString runtime error: integer divide by zero true
// runtime.errorString runtime error: integer overflow true
// runtime.errorString runtime error: integer divide by zero true
// 9223372036854775808 0
// 3681400540 1
