// bug: race i bug.go:19
// why: The loop's variable is declared outside the loop, so that all goroutines share it with the loop.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var sum atomic.Int32
	var wg sync.WaitGroup
	var i int32
	for i = 0; i < 3; i++ {
		wg.Go(func() {
			sum.Add(i)
		})
	}
	wg.Wait()
	fmt.Println(sum.Load())
}
