// bug: hang bug.go:21-22
// why: The waiting goroutine polls a flag under the mutex that the other goroutine needs before it sets the flag.
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
	var done atomic.Bool
	total := 0
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		for !done.Load() {
			runtime.Gosched()
		}
		total++
		mu.Unlock()
	})
	wg.Go(func() {
		mu.Lock()
		total++
		mu.Unlock()
		done.Store(true)
	})
	wg.Wait()
	fmt.Println(total)
}
