// fixed: the slot is taken first, and its number tested.
// outputs: "done\n"

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
			slot := used.Add(1)
			if slot > 1 {
				refused.Add(1)
				return
			}
			slots[slot-1].Store(id + 1)
		})
	}
	wg.Wait()
	fmt.Println("done")
}
