// bug: deadlock bug.go:19
// why: The sender drops its signal if the receiver, which has looked at the flag already, does not wait yet.
// depth: 1

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var ready atomic.Bool
	signal := make(chan struct{})
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
