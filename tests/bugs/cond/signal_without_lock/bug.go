// bug: deadlock bug.go:21
// why: The sender does not lock, so the signal may come between the waiter's look at the flag and its Wait.
// depth: 1

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var mu sync.Mutex
	var ready atomic.Bool
	cond := sync.NewCond(&mu)
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		for !ready.Load() {
			cond.Wait()
		}
		mu.Unlock()
	})
	wg.Go(func() {
		ready.Store(true)
		cond.Signal()
	})
	wg.Wait()
	fmt.Println(ready.Load())
}
