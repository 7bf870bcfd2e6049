// fixed: the ticket is given back if it was not sent.
// outputs: "done\n"

package main

import (
	"fmt"
	"sync/atomic"
)

func main() {
	var tickets, sold atomic.Int32
	tickets.Store(1)
	take := func() int32 { return tickets.Add(-1) }
	out := make(chan int32, 1)
	quit := make(chan struct{})
	close(quit)
	ticket := take()
	select {
	case out <- ticket:
		sold.Add(1)
	case <-quit:
		tickets.Add(1)
	}
	if tickets.Load()+sold.Load() != 1 {
		panic("ticket lost")
	}
	fmt.Println("done")
}
