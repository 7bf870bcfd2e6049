// bug: deadlock bug.go:25
// why: The worker gets a copy of the WaitGroup and lowers the counter of the copy.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func worker(wg sync.WaitGroup, n *atomic.Int32) {
	defer wg.Done()
	n.Add(1)
}

func main() {
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go worker(wg, &n)
	}
	wg.Wait()
	fmt.Println(n.Load())
}
