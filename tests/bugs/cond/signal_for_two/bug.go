// bug: deadlock bug.go:22
// why: Signal wakes one waiter, but two can wait for the same event.
// depth: 0 (some schedules)

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
		cond.Signal()
	})
	wg.Wait()
	fmt.Println("open")
}
