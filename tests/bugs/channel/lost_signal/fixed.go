// fixed: the channel keeps one signal.
// outputs: "true\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var ready atomic.Bool
	signal := make(chan struct{}, 1)
	var wg sync.WaitGroup
	wg.Go(func() {
		for !ready.Load() {
			<-signal
		}
	})
	wg.Go(func() {
		ready.Store(true)
		select {
		case signal <- struct{}{}:
		default:
		}
	})
	wg.Wait()
	fmt.Println(ready.Load())
}
