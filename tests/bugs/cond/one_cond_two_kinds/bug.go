// bug: deadlock bug.go:23
// bug: deadlock bug.go:32
// why: Producers and consumers wait on one Cond, and a Signal meant for one kind wakes the other.
// depth: 0 (some schedules)

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
			cond.Signal()
		})
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			for full {
				cond.Wait()
			}
			slot, full = i+1, true
			cond.Signal()
		})
	}
	wg.Wait()
	fmt.Println(sum)
}
