// bug: panic "index out of range" bug.go:25
// why: The consumer does not look again after Wait, when another consumer may have taken the item.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	var items []int
	sum := 0
	cond := sync.NewCond(&mu)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			if len(items) == 0 {
				cond.Wait()
			}
			sum += items[0]
			items = items[1:]
		})
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			items = append(items, i+1)
			cond.Signal()
		})
	}
	wg.Wait()
	fmt.Println(sum)
}
