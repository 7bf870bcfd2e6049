// The words of interface values are seen by a function that is called as one of another type.
package main

import (
	"fmt"
	"unsafe"
)

type words struct{ typ, data unsafe.Pointer }

func number(w words) int { return *(*int)(w.data) }

func main() {
	f := number
	g := *(*func(any) int)(unsafe.Pointer(&f))
	fmt.Println(g(3), g(40))
}

// Output:
// 3 40
