// fixed: the producer whose decrement reaches zero closes the channel.
// outputs: "3\n"

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
			if left.Add(-1) == 0 {
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
