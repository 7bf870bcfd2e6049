// bug: panic "less than one goroutine alone adds" bug.go:26
// why: With loads and stores in the worst order two goroutines that add three ones each end with a sum of two.
// depth: 4

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for range 3 {
				old := n.Load()
				n.Store(old + 1)
			}
		})
	}
	wg.Wait()
	if n.Load() < 3 {
		panic("less than one goroutine alone adds")
	}
	fmt.Println(n.Load() >= 3)
}
