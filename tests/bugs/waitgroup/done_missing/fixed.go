// fixed: Done is deferred.
// outputs: "done\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var stop atomic.Bool
	var wg sync.WaitGroup
	n := 0
	wg.Add(1)
	go func() {
		defer wg.Done()
		if stop.Load() {
			return
		}
		n++
	}()
	go func() { stop.Store(true) }()
	wg.Wait()
	fmt.Println("done")
}
