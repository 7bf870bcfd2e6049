// bug: panic "lost update" bug.go:23
// why: The counter is raised by an atomic load and an atomic store, between which the other goroutine may store.
// depth: 1

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			n.Store(n.Load() + 1)
		})
	}
	wg.Wait()
	if n.Load() != 2 {
		panic("lost update")
	}
	fmt.Println(n.Load())
}
