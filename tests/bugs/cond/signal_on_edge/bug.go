// bug: deadlock bug.go:31
// why: put signals only if the queue was empty, so that two items which come quickly wake one of two waiting consumers.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	var items []int
	sum := 0
	put := func(x int) {
		mu.Lock()
		defer mu.Unlock()
		items = append(items, x)
		if len(items) == 1 {
			cond.Signal()
		}
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			for len(items) == 0 {
				cond.Wait()
			}
			sum += items[0]
			items = items[1:]
		})
	}
	wg.Go(func() {
		put(1)
		put(2)
	})
	wg.Wait()
	fmt.Println(sum)
}
