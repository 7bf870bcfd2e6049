// bug: deadlock bug.go:25
// why: The producer drops what nobody waits for at this moment, and the consumer waits for all.
// depth: 0 (some schedules)

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
			select {
			case items <- i:
			default:
			}
		}
	})
	sum := 0
	for range 2 {
		sum += <-items
	}
	wg.Wait()
	fmt.Println(sum)
}
