// A thousand goroutines start a thousand each: with one queue for all of them the lock of that queue would be the
// bottleneck; each P has a queue of its own.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var runs atomic.Int64
	var wg sync.WaitGroup
	run := func() {
		runs.Add(1)
		wg.Done()
	}
	runMany := func() {
		wg.Add(1000)
		for i := 0; i < 1000; i++ {
			go run()
		}
		wg.Done()
	}
	wg.Add(1000)
	for i := 0; i < 1000; i++ {
		go runMany()
	}
	wg.Wait()
	fmt.Println("runs:", runs.Load())
}

// Output:
// runs: 1000000
