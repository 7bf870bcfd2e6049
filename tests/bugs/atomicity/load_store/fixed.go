// fixed: Add does both at once.
// outputs: "2\n"

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
			n.Add(1)
		})
	}
	wg.Wait()
	if n.Load() != 2 {
		panic("lost update")
	}
	fmt.Println(n.Load())
}
