// What another goroutine holds may be gone when it has ended.
//
// WANT panic: gone
package main

import (
	"sync"
	"weak"
)

type entry struct {
	n    int
	next *entry
}

func main() {
	var wg sync.WaitGroup
	e := &entry{n: 1}
	w := weak.Make(e)
	wg.Go(func() { e.n++ })
	wg.Wait()
	if w.Value() == nil {
		panic("gone")
	}
}
