// One P, then four, then one again.
package main

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// together returns when n goroutines run at the same time.
func together(n int64) {
	var here atomic.Int64
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			for here.Add(1); here.Load() < n; {
			}
		})
	}
	all.Wait()
}

func main() {
	println(runtime.GOMAXPROCS(4))
	together(4)
	println(runtime.GOMAXPROCS(1))
	println(runtime.GOMAXPROCS(0))
}
