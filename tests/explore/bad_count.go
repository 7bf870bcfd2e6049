// A goroutine that has called Done has not ended yet.
//
// WANT panic: leaked
package main

import (
	"runtime"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	wg.Go(func() {})
	wg.Wait()
	if runtime.NumGoroutine() != 1 {
		panic("leaked")
	}
}
