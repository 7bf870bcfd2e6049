// bug: race got bug.go:22
// why: The cases of a table run in parallel and share the variable that is declared outside the loop.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func double(n int) int { return 2 * n }

func main() {
	cases := []struct{ in, want int }{{1, 2}, {2, 4}, {3, 6}}
	var got int
	var failed atomic.Int32
	var wg sync.WaitGroup
	for _, c := range cases {
		wg.Go(func() {
			got = double(c.in)
			if got != c.want {
				failed.Add(1)
			}
		})
	}
	wg.Wait()
	fmt.Println(failed.Load())
}
