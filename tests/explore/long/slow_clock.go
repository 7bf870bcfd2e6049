// Only where time passes slowly are all of these goroutines done when main looks.
package main

import (
	"sync/atomic"
	"time"
)

func main() {
	var done atomic.Int32
	for range 10 {
		go func() {
			c := make(chan int, 400)
			for range 400 {
				c <- 1
			}
			done.Add(1)
		}()
	}
	time.Sleep(10 * time.Millisecond)
	if done.Load() == 10 {
		panic("done")
	}
}
