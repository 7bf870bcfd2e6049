// bug: panic "missing results" bug.go:26
// bug: race wg bug.go:19
// why: The goroutines raise the counter themselves, so Wait may see zero before they have begun.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var total atomic.Int32
	var wg sync.WaitGroup
	for i := range 2 {
		go func() {
			wg.Add(1)
			defer wg.Done()
			total.Add(int32(i + 1))
		}()
	}
	wg.Wait()
	if total.Load() != 3 {
		panic("missing results")
	}
	fmt.Println(total.Load())
}
