// go-spew, and testify with it, look into reflect.Value and panic unless the bits of its flag are those of Go.
package main

import (
	"fmt"
	"reflect"
	"unsafe"
)

type inner int

type outer struct {
	A inner
	inner
	a inner
}

func flag(v reflect.Value) uintptr {
	field, _ := reflect.TypeOf(v).FieldByName("flag")
	return *(*uintptr)(unsafe.Add(unsafe.Pointer(&v), field.Offset))
}

func main() {
	var t outer
	public := flag(reflect.ValueOf(t).FieldByName("A"))
	unexported := flag(reflect.ValueOf(t).FieldByName("a"))
	embedded := flag(reflect.ValueOf(t).FieldByName("inner"))
	addressable := flag(reflect.ValueOf(&t).Elem().FieldByName("A"))
	fmt.Printf("%#x %#x %#x\n", public^unexported, public^embedded, public^addressable)

	t.a = 7
	v := reflect.ValueOf(t).FieldByName("a")
	field, _ := reflect.TypeOf(v).FieldByName("flag")
	bits := (*uintptr)(unsafe.Add(unsafe.Pointer(&v), field.Offset))
	*bits = *bits&^(1<<5|1<<6) | 1<<8
	fmt.Println(v.Interface(), v.Addr().Elem())
}

// Output:
// 0x20 0x40 0x100
// 7 7
