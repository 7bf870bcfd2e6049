// bug: race b.n bug.go:24
// why: The buffer is still used after it has been given back, when another goroutine may have taken it.
// depth: 0 (some schedules)

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
			pool.Put(b)
			b.n++
			sum.Add(int32(b.n))
		})
	}
	wg.Wait()
	fmt.Println(sum.Load())
}
