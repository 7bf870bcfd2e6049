// Reflection makes as many types as a program asks for.
package main

import (
	"fmt"
	"reflect"
)

func main() {
	const n = 40_000
	types := make([]reflect.Type, n)
	for i := range types {
		types[i] = reflect.ArrayOf(i, reflect.TypeFor[string]())
	}
	for i, t := range types {
		if t.Len() != i || t != reflect.ArrayOf(i, reflect.TypeFor[string]()) {
			fmt.Println("wrong", i, t)
		}
	}
	v := reflect.New(types[n-1]).Elem()
	v.Index(n - 2).SetString("last")
	m := reflect.MakeMap(reflect.MapOf(types[3], reflect.TypeFor[int]()))
	m.SetMapIndex(reflect.Zero(types[3]), reflect.ValueOf(7))
	fmt.Println(types[n-1], v.Index(n-2), m)
}

// Output:
// [39999]string last map[[  ]:7]
