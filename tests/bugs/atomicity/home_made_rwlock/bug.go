// bug: panic "torn read" bug.go:24
// why: A reader looks for a writer before it counts itself, so that a writer may begin between the two.
// depth: 2

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var writing atomic.Bool
	var readers, x, y atomic.Int32
	var wg sync.WaitGroup
	wg.Go(func() {
		if writing.Load() {
			return
		}
		readers.Add(1)
		defer readers.Add(-1)
		if x.Load() != y.Load() {
			panic("torn read")
		}
	})
	wg.Go(func() {
		writing.Store(true)
		if readers.Load() == 0 {
			x.Store(1)
			y.Store(1)
		}
		writing.Store(false)
	})
	wg.Wait()
	fmt.Println(x.Load() == y.Load())
}
