// bug: panic "impossible state" bug.go:25
// why: Two goroutines advance a state machine in single steps: its last state needs four turns in strict alternation.
// depth: 3

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
			for from := first; from < 5; from += 2 {
				state.CompareAndSwap(from, from+1)
			}
		})
	}
	wg.Wait()
	if state.Load() == 5 {
		panic("impossible state")
	}
	fmt.Println(state.Load() < 5)
}
