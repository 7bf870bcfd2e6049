// A pointer to a larger struct than the one that it is made of reaches the words of the field behind it.
package main

import (
	"fmt"
	"unsafe"
)

type keyed[T any] struct {
	key   int
	value T
}

type raw struct {
	key  int
	data [2]*int
}

func (k *keyed[T]) raw() *raw { return (*raw)(unsafe.Pointer(&k.key)) }

func main() {
	k := keyed[any]{1, 7777}
	fmt.Println(*k.raw().data[1])
}

// Output:
// 7777
