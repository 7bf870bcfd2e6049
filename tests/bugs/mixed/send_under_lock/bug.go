// bug: deadlock bug.go:21
// bug: deadlock bug.go:25
// why: The producer sends on an unbuffered channel under the mutex that the consumer locks before it receives.
// depth: 0 (some schedules)

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
		items <- 7
		mu.Unlock()
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
