// bug: deadlock bug.go:20
// bug: deadlock bug.go:24
// why: The consumer waits for an item under the mutex that the producer locks before it sends.
// depth: 0 (some schedules)

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
		mu.Lock()
		sum += <-items
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
