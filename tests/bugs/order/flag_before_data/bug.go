// bug: panic "empty message" bug.go:23
// why: The flag that says that the data are there is set before the data.
// depth: 1

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var ready atomic.Bool
	var message atomic.Value
	var wg sync.WaitGroup
	wg.Go(func() {
		ready.Store(true)
		message.Store("hello")
	})
	wg.Go(func() {
		if ready.Load() && message.Load() == nil {
			panic("empty message")
		}
	})
	wg.Wait()
	fmt.Println(message.Load())
}
