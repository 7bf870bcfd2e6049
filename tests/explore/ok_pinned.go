// A goroutine that is pinned to its P is not stopped: its load and its store are one step.
// ALL
package main

import (
	"sync"
	"sync/atomic"
	_ "unsafe"
)

//go:linkname procPin runtime.procPin
func procPin() int

//go:linkname procUnpin runtime.procUnpin
func procUnpin()

var count atomic.Int32

func add() {
	procPin()
	count.Store(count.Load() + 1)
	procUnpin()
}

func main() {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(add)
	}
	wg.Wait()
	if count.Load() != 2 {
		panic("lost")
	}
}
