// WANT panic: not all done
package main

import (
	"sync"
	"sync/atomic"
)

func main() {
	var wg sync.WaitGroup
	var n atomic.Int32
	for range 2 {
		go func() {
			wg.Add(1)
			defer wg.Done()
			n.Add(1)
		}()
	}
	wg.Wait()
	if n.Load() == 1 {
		panic("not all done")
	}
}
