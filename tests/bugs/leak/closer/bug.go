// bug: leak bug.go:17
// bug: leak bug.go:20
// why: The goroutine that closes the results waits for all workers, and one of them waits for a reader that has gone.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync"
)

func main() {
	results := make(chan int)
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() { results <- i * i })
	}
	go func() {
		wg.Wait()
		close(results)
	}()
	for r := range results {
		if r < 9 {
			fmt.Println("found")
			break
		}
	}
}
