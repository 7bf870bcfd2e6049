// The interface value lies behind several pointers.
package main

import (
	"fmt"
	"unsafe"
)

func main() {
	var x any = 5151
	p := &x
	q := &p
	z := (***[2]*int)(unsafe.Pointer(&q))
	fmt.Println(*(***z)[1])
}

// Output:
// 5151
