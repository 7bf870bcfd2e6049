// Each run makes types by reflection, more than a machine has room for at first; the program's own lie in memory that all
// machines of a search share.
// ALL
package main

import (
	"fmt"
	"reflect"
	"sync"
)

type own struct {
	A int
	B []string
}

func made(field string) string {
	ty := reflect.TypeFor[own]()
	for n := range 80 {
		ty = reflect.StructOf([]reflect.StructField{
			{Name: field, Type: reflect.ArrayOf(n, reflect.TypeFor[own]())},
			{Name: "Before", Type: reflect.PointerTo(ty)},
		})
	}
	return fmt.Sprint(ty.NumField(), ty.Field(0).Name, ty.Field(1).Type.Elem().Field(0).Type)
}

func main() {
	var mu sync.Mutex
	var texts []string
	var wg sync.WaitGroup
	for _, field := range []string{"X", "Y"} {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			texts = append(texts, made(field))
		})
	}
	wg.Wait()
	if len(texts) != 2 || len(texts[0]) != len(texts[1]) || len(made("Z")) != len(texts[0]) {
		panic(fmt.Sprint(texts))
	}
}
