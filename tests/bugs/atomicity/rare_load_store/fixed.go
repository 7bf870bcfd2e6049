// fixed: Add does both at once.
// outputs: "24000\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func work(n int) (sum int64) {
	for i := range n {
		sum += int64(i & 3)
	}
	return sum
}

func main() {
	var total atomic.Int64
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			sum := work(8000)
			total.Add(sum)
		})
	}
	wg.Wait()
	if total.Load() != 2*work(8000) {
		panic("lost update")
	}
	fmt.Println(total.Load())
}
