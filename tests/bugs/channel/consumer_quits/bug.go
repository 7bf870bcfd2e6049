// bug: leak bug.go:18
// why: The consumer leaves its loop when it is told to stop, and the producer goes on sending to nobody.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync/atomic"
)

func main() {
	items, ended := make(chan int), make(chan struct{})
	var stop atomic.Bool
	go func() {
		defer close(items)
		for i := range 3 {
			items <- i
		}
	}()
	go func() {
		defer close(ended)
		for range items {
			if stop.Load() {
				break
			}
		}
	}()
	go func() { stop.Store(true) }()
	<-ended
	fmt.Println("done")
}
