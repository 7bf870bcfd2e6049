// fixed: the producer waits too.
// outputs: "1\n"

package main

import (
	"fmt"
	"sync"
)

func main() {
	items := make(chan int)
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range 2 {
			items <- i
		}
	})
	sum := 0
	for range 2 {
		sum += <-items
	}
	wg.Wait()
	fmt.Println(sum)
}
