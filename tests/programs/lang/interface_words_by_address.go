// The data word is reached by its address as a number.
package main

import (
	"fmt"
	"reflect"
	"unsafe"
)

func main() {
	var e any = 4444
	a := reflect.ValueOf(&e).Elem().UnsafeAddr()
	fmt.Println(**(**int)(unsafe.Pointer(a + 8)))
}

// Output:
// 4444
