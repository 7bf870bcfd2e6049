// The cache keeps the object that a weak pointer gave, and makes a new one where the pointer is nil.
//
// ALL
package main

import (
	"sync"
	"weak"
)

type entry struct {
	n    int
	next *entry
}

var (
	mu    sync.Mutex
	cache weak.Pointer[entry]
)

func get() *entry {
	mu.Lock()
	defer mu.Unlock()
	e := cache.Value()
	if e == nil {
		e = &entry{n: 1}
		cache = weak.Make(e)
	}
	return e
}

func main() {
	var wg sync.WaitGroup
	wg.Go(func() {
		if get().n != 1 {
			panic("another one")
		}
	})
	e := get()
	if again := get(); again != e {
		panic("two of them")
	}
	wg.Wait()
}
