// fixed: the producer unlocks before it sends.
// outputs: "1 1\n"

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	items := make(chan int)
	sent, received := 0, 0
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		sent++
		mu.Unlock()
		items <- 7
	})
	wg.Go(func() {
		mu.Lock()
		received++
		mu.Unlock()
		<-items
	})
	wg.Wait()
	fmt.Println(sent, received)
}
