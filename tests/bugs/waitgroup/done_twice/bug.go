// bug: panic "sync: negative WaitGroup counter" bug.go:26
// bug: panic "sync: negative WaitGroup counter" bug.go:22
// why: A worker that is told to stop calls Done and goes on to the Done at its end.
// depth: 0 (some schedules)

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
			if stop.Load() {
				wg.Done()
			} else {
				done.Add(1)
			}
			wg.Done()
		}()
	}
	go func() { stop.Store(true) }()
	wg.Wait()
	fmt.Println("done")
}
