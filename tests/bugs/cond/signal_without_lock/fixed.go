// fixed: the flag is set under the lock.
// outputs: "true\n"

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
		mu.Lock()
		ready.Store(true)
		mu.Unlock()
		cond.Signal()
	})
	wg.Wait()
	fmt.Println(ready.Load())
}
