// A weak pointer may be nil once the goroutine that held its object has ended.
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
