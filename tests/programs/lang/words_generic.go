// A generic function shows the words of whatever its type argument is.
package main

import (
	"fmt"
	"unsafe"
)

func second[T any](v *T) unsafe.Pointer { return (*[2]unsafe.Pointer)(unsafe.Pointer(v))[1] }

func main() {
	n := 5
	var v any = n
	fmt.Println(*(*int)(second(&v)), second(&[2]*int{nil, &n}) == unsafe.Pointer(&n))
	v = &n
	fmt.Println(second(&v) == unsafe.Pointer(&n))
}

// Output:
// 5 true
// true
