// fixed: CompareAndSwap tests and sets in one.
// outputs: "done\n"

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
			if !busy.CompareAndSwap(false, true) {
				return
			}
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
