// print and println take values of basic types, pointers, and types with such an underlying type; no structs and no arrays.
package main

import "unsafe"

type S struct{ a int }

//go:noinline
func gen[T any](x T) { println(x) } // ERROR "illegal types for operand: println"

func f() (int, S) { return 0, S{} }

func main() {
	var s S
	var a [3]int
	var i any
	println(i, &s, []int(nil), map[int]int(nil), unsafe.Pointer(nil), 1.5, 2i, main)
	println(s)          // ERROR "illegal types for operand: println"
	print(1, a)         // ERROR "illegal types for operand: print"
	println(f())        // ERROR "illegal types for operand: println"
	print(struct{}{})   // ERROR "illegal types for operand: print"
	println([0]int{}, 1) // ERROR "illegal types for operand: println"
	gen(1)
	gen(a)
}
