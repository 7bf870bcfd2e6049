// fixed: each goroutine takes all of its steps in one critical section.
// outputs: "true\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var state atomic.Int32
	var mu sync.Mutex
	var wg sync.WaitGroup
	for first := range int32(2) {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			for from := first; from < 7; from += 2 {
				state.CompareAndSwap(from, from+1)
			}
		})
	}
	wg.Wait()
	if state.Load() == 7 {
		panic("impossible state")
	}
	fmt.Println(state.Load() < 7)
}
