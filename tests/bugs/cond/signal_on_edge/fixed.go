// fixed: each item is signalled.
// outputs: "3\n"

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
		cond.Signal()
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
