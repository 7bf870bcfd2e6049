// fixed: the data are stored first.
// outputs: "hello\n"

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
		message.Store("hello")
		ready.Store(true)
	})
	wg.Go(func() {
		if ready.Load() && message.Load() == nil {
			panic("empty message")
		}
	})
	wg.Wait()
	fmt.Println(message.Load())
}
