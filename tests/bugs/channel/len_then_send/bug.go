// bug: deadlock bug.go:18
// why: Two producers see room for one element, and the second waits in a queue that nobody reads any more.
// depth: 1

package main

import (
	"fmt"
	"sync"
)

func main() {
	recent := make(chan int, 1)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			if len(recent) < cap(recent) {
				recent <- i
			}
		})
	}
	wg.Wait()
	fmt.Println(len(recent))
}
