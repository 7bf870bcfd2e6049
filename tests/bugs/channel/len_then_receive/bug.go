// bug: deadlock bug.go:21
// why: Both consumers see the one element with len before either takes it.
// depth: 1

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
			if len(queue) > 0 {
				<-queue
				taken.Add(1)
			}
		})
	}
	wg.Wait()
	fmt.Println(taken.Load())
}
