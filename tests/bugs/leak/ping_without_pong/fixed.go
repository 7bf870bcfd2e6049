// fixed: the heartbeat looks at the peer's end while it waits.
// outputs: "done\n"

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
			select {
			case ping <- i:
			case <-gone:
				return
			}
			select {
			case <-pong:
			case <-gone:
				return
			}
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
