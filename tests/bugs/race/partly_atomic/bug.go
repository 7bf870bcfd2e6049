// bug: race n bug.go:18
// why: The counter is raised atomically but read as a plain variable.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var n int64
	var wg sync.WaitGroup
	wg.Go(func() { atomic.AddInt64(&n, 1) })
	wg.Go(func() {
		if n > 1 {
			panic("more than one")
		}
	})
	wg.Wait()
	fmt.Println(atomic.LoadInt64(&n))
}
