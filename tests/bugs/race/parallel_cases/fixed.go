// fixed: each case declares its own.
// outputs: "0\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func double(n int) int { return 2 * n }

func main() {
	cases := []struct{ in, want int }{{1, 2}, {2, 4}, {3, 6}}
	var failed atomic.Int32
	var wg sync.WaitGroup
	for _, c := range cases {
		wg.Go(func() {
			got := double(c.in)
			if got != c.want {
				failed.Add(1)
			}
		})
	}
	wg.Wait()
	fmt.Println(failed.Load())
}
