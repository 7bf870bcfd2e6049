// fixed: the loop declares its variable, a new one in each iteration.
// outputs: "3\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var sum atomic.Int32
	var wg sync.WaitGroup
	for i := int32(0); i < 3; i++ {
		wg.Go(func() {
			sum.Add(i)
		})
	}
	wg.Wait()
	fmt.Println(sum.Load())
}
