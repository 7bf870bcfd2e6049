// fixed: a second channel ends the loop.
// outputs: "stopped\n"

package main

import (
	"fmt"
	"sync/atomic"
	"time"
)

func main() {
	var ticks atomic.Int32
	ticker := time.NewTicker(time.Millisecond)
	ended := make(chan struct{})
	quit := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-ticker.C:
				ticks.Add(1)
			case <-quit:
				return
			}
		}
	}()
	time.Sleep(3 * time.Millisecond)
	ticker.Stop()
	close(quit)
	<-ended
	fmt.Println("stopped")
}
