// bug: hang bug.go:30-31
// why: The first goroutine returns with the mutex locked if the second, which then spins on TryLock, has stopped it.
// depth: 0 (some schedules)

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
