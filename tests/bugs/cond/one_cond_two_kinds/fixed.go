// fixed: Broadcast wakes both kinds.
// outputs: "3\n"

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	slot, full, sum := 0, false, 0
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			for !full {
				cond.Wait()
			}
			sum, full = sum+slot, false
			cond.Broadcast()
		})
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			for full {
				cond.Wait()
			}
			slot, full = i+1, true
			cond.Broadcast()
		})
	}
	wg.Wait()
	fmt.Println(sum)
}
