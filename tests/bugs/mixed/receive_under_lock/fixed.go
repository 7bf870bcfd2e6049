// fixed: the consumer locks behind the receive.
// outputs: "1\n"

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	items := make(chan int, 1)
	sum, made := 0, 0
	var wg sync.WaitGroup
	wg.Go(func() {
		x := <-items
		mu.Lock()
		sum += x
		mu.Unlock()
	})
	wg.Go(func() {
		mu.Lock()
		made++
		mu.Unlock()
		items <- made
	})
	wg.Wait()
	fmt.Println(sum)
}
