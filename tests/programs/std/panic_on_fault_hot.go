// debug.SetPanicOnFault in functions that were compiled to machine code before: the head of a loop, and the beginning.
package main

import (
	"fmt"
	"runtime/debug"
	"unsafe"
)

//go:noinline
func sum(p *int, n int) (s int) {
	for {
		s += *p
		n--
		if n == 0 {
			return
		}
		p = (*int)(unsafe.Pointer(uintptr(unsafe.Pointer(p)) + 1<<40))
	}
}

//go:noinline
func first(p *int) int {
	return *p
}

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	x := 1
	t := 0
	for range 100 {
		t += first(&x)
		t += sum(&x, 1)
	}
	debug.SetPanicOnFault(true)
	try(func() { sum(&x, 1); sum(&x, 2) })
	try(func() { first((*int)(unsafe.Pointer(uintptr(1 << 40)))) })
	fmt.Println(t)
}

// Output:
// runtime error: invalid memory address or nil pointer dereference
// runtime error: invalid memory address or nil pointer dereference
// 200
