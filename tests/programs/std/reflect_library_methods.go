// Reflection sees all methods of the library's types, whether the program names them or not.
package main

import (
	"fmt"
	"reflect"
	"strings"
)

func main() {
	t := reflect.TypeOf(strings.NewReader(""))
	fmt.Println(t.NumMethod(), t.Method(4).Name)
	name := "Read"
	name += "Rune"
	out := reflect.ValueOf(strings.NewReader("x")).MethodByName(name).Call(nil)
	fmt.Println(out[0], out[1])
}

// Output:
// 11 ReadRune
// 120 1
