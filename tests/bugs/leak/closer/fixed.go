// fixed: the reader reads on to the end.
// outputs: "found 3\n"

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
	found := 0
	for r := range results {
		if r < 9 {
			found++
		}
	}
	fmt.Println("found", found)
}
