// bug: deadlock bug.go:17
// bug: deadlock bug.go:19
// why: The tasks send their results on an unbuffered channel that main reads only after it has waited for the tasks.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
)

func main() {
	results := make(chan int)
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() { results <- i })
	}
	wg.Wait()
	close(results)
	sum := 0
	for r := range results {
		sum += r
	}
	fmt.Println(sum)
}
