// fixed: a select with a default takes an element only if there is one.
// outputs: "1\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	queue := make(chan int, 2)
	queue <- 1
	var taken atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			select {
			case <-queue:
				taken.Add(1)
			default:
			}
		})
	}
	wg.Wait()
	fmt.Println(taken.Load())
}
