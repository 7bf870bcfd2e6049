// fixed: the counter is raised before the goroutine is started.
// outputs: "3\n"

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
		wg.Add(1)
		go func() {
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
