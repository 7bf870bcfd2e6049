// bug: panic "text of another request" bug.go:21
// why: A buffer comes out of the pool with what its last user left in it.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"strings"
	"sync"
)

func main() {
	pool := sync.Pool{New: func() any { return new(strings.Builder) }}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			b := pool.Get().(*strings.Builder)
			b.WriteString("x")
			if b.String() != "x" {
				panic("text of another request")
			}
			pool.Put(b)
		})
	}
	wg.Wait()
	fmt.Println("done")
}
