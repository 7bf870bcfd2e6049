// The flag is set before the value. A run that stops in the first Store of an atomic.Value finds a word there that is no
// type: it must be told nevertheless.
//
// WANT panic: empty message
package main

import (
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
}
