// fixed: Add does both at once.
// outputs: "true\n"

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
				n.Add(1)
			}
		})
	}
	wg.Wait()
	if n.Load() < 3 {
		panic("less than one goroutine alone adds")
	}
	fmt.Println(n.Load() >= 3)
}
