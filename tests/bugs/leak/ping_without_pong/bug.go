// bug: leak bug.go:21
// bug: leak bug.go:20
// why: The heartbeat sends and then waits for the reply; the peer leaves between the two.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync/atomic"
	"time"
)

func main() {
	ping, pong := make(chan int), make(chan int)
	gone := make(chan struct{})
	var leave atomic.Bool
	go func() {
		for i := range 2 {
			ping <- i
			<-pong
		}
	}()
	go func() {
		defer close(gone)
		for range 2 {
			i := <-ping
			if leave.Load() {
				return
			}
			pong <- i
		}
	}()
	go leave.Store(true)
	<-gone
	time.Sleep(time.Millisecond)
	fmt.Println("done")
}
