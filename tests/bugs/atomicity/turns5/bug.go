// bug: panic "impossible state" bug.go:25
// why: As with three preemptions, but the last state needs six turns in strict alternation.
// depth: 5

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var state atomic.Int32
	var wg sync.WaitGroup
	for first := range int32(2) {
		wg.Go(func() {
			for from := first; from < 7; from += 2 {
				state.CompareAndSwap(from, from+1)
			}
		})
	}
	wg.Wait()
	if state.Load() == 7 {
		panic("impossible state")
	}
	fmt.Println(state.Load() < 7)
}
