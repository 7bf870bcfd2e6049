// fixed: the channel has room for all results.
// outputs: "3\n"

package main

import (
	"fmt"
	"sync"
)

func main() {
	results := make(chan int, 3)
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
