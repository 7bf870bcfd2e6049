// bug: deadlock bug.go:27
// why: A worker that finds the budget used up returns without a result, and main waits for one result of each worker.
// depth: 1

package main

import (
	"fmt"
	"sync/atomic"
)

func main() {
	results := make(chan int, 2)
	var budget atomic.Int32
	budget.Store(1)
	for i := range 2 {
		go func() {
			if budget.Add(-1) < 0 {
				budget.Add(1)
				return
			}
			results <- i * i
			budget.Add(1)
		}()
	}
	for range 2 {
		<-results
	}
	fmt.Println("done")
}
