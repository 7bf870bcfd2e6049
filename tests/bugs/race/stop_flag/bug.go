// bug: race stop bug.go:18
// bug: race stop bug.go:22
// why: A plain variable is polled as the signal to stop.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"runtime"
	"sync"
)

func main() {
	stop := false
	var wg sync.WaitGroup
	wg.Go(func() {
		for !stop {
			runtime.Gosched()
		}
	})
	stop = true
	wg.Wait()
	fmt.Println("stopped")
}
