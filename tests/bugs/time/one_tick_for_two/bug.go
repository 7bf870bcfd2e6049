// bug: deadlock bug.go:19
// why: Two workers share one channel of time.After, which carries one value, so that one of them never times out.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	timeout := time.After(5 * time.Millisecond)
	jobs := make(chan int)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			select {
			case <-jobs:
			case <-timeout:
			}
		})
	}
	wg.Wait()
	fmt.Println("done")
}
