// bug: race data bug.go:22
// why: The second goroutine skips the lock if the state says that the first has gone, which is set one step too early.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var mu sync.Mutex
	var finished atomic.Bool
	data := 0
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		data++
		finished.Store(true)
		data *= 2
		mu.Unlock()
	})
	wg.Go(func() {
		if finished.Load() {
			data++
			return
		}
		mu.Lock()
		data++
		mu.Unlock()
	})
	wg.Wait()
	fmt.Println(data > 0)
}
