// The words of interface values are seen through a slice of them.
package main

import (
	"fmt"
	"unsafe"
)

func main() {
	list := []any{1, int8(-2), "three", true}
	words := *(*[][2]unsafe.Pointer)(unsafe.Pointer(&list))
	fmt.Println(*(*int)(words[0][1]), *(*int8)(words[1][1]), *(*string)(words[2][1]), *(*bool)(words[3][1]))
	words[0], words[2] = words[2], words[0]
	fmt.Println(list...)
}

// Output:
// 1 -2 three true
// three -2 1 true
