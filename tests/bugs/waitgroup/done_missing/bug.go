// bug: deadlock bug.go:26
// why: A worker that is told to stop before it begins returns without Done.
// depth: 0 (some schedules)

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
		if stop.Load() {
			return
		}
		n++
		wg.Done()
	}()
	go func() { stop.Store(true) }()
	wg.Wait()
	fmt.Println("done")
}
