// fixed: Broadcast wakes all.
// outputs: "open\n"

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	opened := false
	cond := sync.NewCond(&mu)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			for !opened {
				cond.Wait()
			}
		})
	}
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		opened = true
		cond.Broadcast()
	})
	wg.Wait()
	fmt.Println("open")
}
