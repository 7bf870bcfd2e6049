// The data word is reached from the field before the interface value.
package main

import (
	"fmt"
	"unsafe"
)

type s struct {
	n int
	e any
}

func main() {
	x := s{n: 1, e: 4343}
	p := (**int)(unsafe.Add(unsafe.Pointer(&x.n), 16))
	fmt.Println(**p)
}

// Output:
// 4343
