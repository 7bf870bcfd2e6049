// fixed: the consumer closes a second channel, at which the producer gives up.
// outputs: "done\n"

package main

import (
	"fmt"
	"sync/atomic"
)

func main() {
	items, ended := make(chan int), make(chan struct{})
	gone := make(chan struct{})
	var stop atomic.Bool
	go func() {
		defer close(items)
		for i := range 3 {
			select {
			case items <- i:
			case <-gone:
				return
			}
		}
	}()
	go func() {
		defer close(ended)
		for range items {
			if stop.Load() {
				break
			}
		}
		close(gone)
	}()
	go func() { stop.Store(true) }()
	<-ended
	fmt.Println("done")
}
