// bug: panic "maximum lost" bug.go:26
// why: The largest value is compared and stored in two operations, so that a smaller one may be stored last.
// depth: 1

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var most atomic.Int32
	raise := func(n int32) {
		if n > most.Load() {
			most.Store(n)
		}
	}
	var wg sync.WaitGroup
	for _, n := range []int32{3, 5} {
		wg.Go(func() { raise(n) })
	}
	wg.Wait()
	if most.Load() != 5 {
		panic("maximum lost")
	}
	fmt.Println(most.Load())
}
