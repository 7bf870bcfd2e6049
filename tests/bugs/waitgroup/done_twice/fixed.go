// fixed: the stopped worker leaves Done to the end.
// outputs: "done\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var stop atomic.Bool
	var done atomic.Int32
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() {
			if !stop.Load() {
				done.Add(1)
			}
			wg.Done()
		}()
	}
	go func() { stop.Store(true) }()
	wg.Wait()
	fmt.Println("done")
}
