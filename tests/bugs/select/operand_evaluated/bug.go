// bug: panic "ticket lost" bug.go:25
// why: The value of a send case is computed, and here a ticket taken, even if select then takes another case.
// depth: 0 (some schedules)

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
	select {
	case out <- take():
		sold.Add(1)
	case <-quit:
	}
	if tickets.Load()+sold.Load() != 1 {
		panic("ticket lost")
	}
	fmt.Println("done")
}
