// bug: panic "index out of range" bug.go:24
// why: The limit is tested before the slot is taken; one spare slot hides two that pass at once, three are too many.
// depth: 2

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var used, refused atomic.Int32
	var slots [2]atomic.Int32
	var wg sync.WaitGroup
	for id := range int32(3) {
		wg.Go(func() {
			if used.Load() >= 1 {
				refused.Add(1)
				return
			}
			slot := used.Add(1)
			slots[slot-1].Store(id + 1)
		})
	}
	wg.Wait()
	fmt.Println("done")
}
