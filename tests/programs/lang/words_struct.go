// The words of an interface value are seen through the struct that it is a field of.
package main

import (
	"fmt"
	"unsafe"
)

type box struct {
	n int
	v fmt.Stringer
}

type text string

func (t text) String() string { return string(t) }

type level uint8

func (l level) String() string { return fmt.Sprint("level ", uint8(l)) }

func main() {
	b := box{1, level(7)}
	p := (*[3]unsafe.Pointer)(unsafe.Pointer(&b))
	fmt.Println(*(*uint8)(p[2]), b.v)
	c := box{2, text("x")}
	*p = *(*[3]unsafe.Pointer)(unsafe.Pointer(&c))
	fmt.Println(b.n, b.v, b == c)
}

// Output:
// 7 level 7
// 2 x true
