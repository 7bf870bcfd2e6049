// fixed: it is given back behind the last use.
// outputs: "4\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type buffer struct{ n int }

func main() {
	pool := sync.Pool{New: func() any { return new(buffer) }}
	var sum atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			b := pool.Get().(*buffer)
			b.n = 1
			b.n++
			sum.Add(int32(b.n))
			pool.Put(b)
		})
	}
	wg.Wait()
	fmt.Println(sum.Load())
}
