package main

import (
	"fmt"
	"reflect"
)

// Pointers to variables of size 0 lead to memory that may be written: json-iterator decodes into the first element of arrays that
// have none.
func main() {
	p := reflect.New(reflect.TypeFor[[0]int]())
	*(*int)(p.UnsafePointer()) = 5
	fmt.Println(*(*int)(p.UnsafePointer()))
	s := reflect.MakeSlice(reflect.TypeFor[[]int](), 0, 0)
	*(*int)(s.UnsafePointer()) = 0
	fmt.Println(s.Len(), s.IsNil(), p.Elem().Len())
}

// Output:
// 5
// 0 false 0
