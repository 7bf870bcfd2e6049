package main

import (
	"fmt"
	"reflect"
)

type T struct{ n int }

func (t T) Get() int { return t.n }

// Values of reflection that can be addressed, and methods that are bound, print as what they hold.
func main() {
	var s struct {
		A []int
		B map[string]int
		C *T
		d T
	}
	v := reflect.ValueOf(&s).Elem()
	for i := range v.NumField() {
		fmt.Println(v.Field(i))
	}
	fmt.Printf("%v %d %s\n", v, v.Field(0), v.Field(1))
	m := reflect.ValueOf(T{3}).Method(0)
	fmt.Printf("%T %v\n", m, fmt.Sprint(m) != "")
	fmt.Println(reflect.ValueOf([]any{1, "x", nil}).Index(1), reflect.ValueOf(&s.A).Elem().Len())
}

// Output:
// []
// map[]
// <nil>
// {0}
// {[] map[] <nil> {0}} [] map[]
// reflect.Value true
// x 0
