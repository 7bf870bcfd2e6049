// fixed: the state is set behind the last access.
// outputs: "true\n"

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
		data *= 2
		finished.Store(true)
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
