// bug: deadlock bug.go:19
// why: Wait waits for the next signal, and the only one may have been sent already.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		cond.Wait()
		fmt.Println("loaded")
	})
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		cond.Signal()
	})
	wg.Wait()
}
