// bug: panic "two inside" bug.go:24
// why: The flag that serves as a lock is tested and set in two steps.
// depth: 2

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var busy atomic.Bool
	var inside atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if busy.Load() {
				return
			}
			busy.Store(true)
			if inside.Add(1) != 1 {
				panic("two inside")
			}
			inside.Add(-1)
			busy.Store(false)
		})
	}
	wg.Wait()
	fmt.Println("done")
}
