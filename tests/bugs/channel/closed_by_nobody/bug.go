// bug: deadlock bug.go:27
// why: Each producer looks whether it is the last before it leaves: two that look at once leave it to each other.
// depth: 1

package main

import (
	"fmt"
	"sync/atomic"
)

func main() {
	out := make(chan int, 2)
	var left atomic.Int32
	left.Store(2)
	for i := range 2 {
		go func() {
			out <- i + 1
			last := left.Load() == 1
			left.Add(-1)
			if last {
				close(out)
			}
		}()
	}
	sum := 0
	for v := range out {
		sum += v
	}
	fmt.Println(sum)
}
