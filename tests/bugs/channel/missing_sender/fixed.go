// fixed: such a worker sends an empty result.
// outputs: "done\n"

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
				results <- 0
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
