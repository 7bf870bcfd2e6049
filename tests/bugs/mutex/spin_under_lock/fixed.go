// fixed: it polls without the mutex.
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
	var done atomic.Bool
	total := 0
	var wg sync.WaitGroup
	wg.Go(func() {
		for !done.Load() {
			runtime.Gosched()
		}
		mu.Lock()
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
