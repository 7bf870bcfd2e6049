// The address of an interface value comes from package reflect.
package main

import (
	"fmt"
	"reflect"
)

func main() {
	var e any = 4242
	w := (*[2]*int)(reflect.ValueOf(&e).UnsafePointer())
	fmt.Println(*w[1])
}

// Output:
// 4242
