// fixed: the first goroutine unlocks on both paths.
// outputs: "2\n"

package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

func main() {
	var mu sync.Mutex
	var stop atomic.Bool
	n := 0
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		if stop.Load() {
			mu.Unlock()
			return
		}
		n = 1
		mu.Unlock()
	})
	wg.Go(func() {
		stop.Store(true)
		runtime.Gosched()
		for !mu.TryLock() {
			runtime.Gosched()
		}
		n = 2
		mu.Unlock()
	})
	wg.Wait()
	fmt.Println(n)
}
