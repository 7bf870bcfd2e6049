// fixed: the flag is atomic.
// outputs: "stopped\n"

package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

func main() {
	var stop atomic.Bool
	var wg sync.WaitGroup
	wg.Go(func() {
		for !stop.Load() {
			runtime.Gosched()
		}
	})
	stop.Store(true)
	wg.Wait()
	fmt.Println("stopped")
}
