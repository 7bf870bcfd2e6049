// A goroutine that panics is let finish its deferred calls when main returns: the program must not end well.
package main

import (
	"runtime"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer func() {
			wg.Done()
			runtime.Gosched()
		}()
		panic("crash")
	}()
	wg.Wait()
}

// Exit: 2
// Stderr:
// panic: crash
