package main

import (
	"fmt"
	"reflect"
)

type shape int

func (s shape) Double() int { return int(s) * 2 }

// Nothing but reflection makes a *shape.
func main() {
	t := reflect.PointerTo(reflect.TypeOf(shape(0)))
	m, ok := t.MethodByName("Double")
	fmt.Println(t.NumMethod(), m.Name, m.Type, ok)
	v := reflect.New(reflect.TypeOf(shape(0)))
	v.Elem().SetInt(21)
	fmt.Println(v.MethodByName("Double").Call(nil)[0].Int(), v.Interface().(interface{ Double() int }).Double())
}

// Output:
// 1 Double func(*main.shape) int true
// 42 42
