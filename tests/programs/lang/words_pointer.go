// The words of an interface value are seen through a pointer to a pointer to it.
package main

import (
	"fmt"
	"unsafe"
)

func main() {
	v := any(2.5)
	p := &v
	words := *(**[2]unsafe.Pointer)(unsafe.Pointer(&p))
	fmt.Println(*(*float64)(words[1]))
	f := 7.25
	words[1] = unsafe.Pointer(&f)
	fmt.Println(v, *p == 7.25)
}

// Output:
// 2.5
// 7.25 true
