// bug: leak bug.go:18
// why: Stop does not close the ticker's channel, so a range over it never ends.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync/atomic"
	"time"
)

func main() {
	var ticks atomic.Int32
	ticker := time.NewTicker(time.Millisecond)
	quit := make(chan struct{})
	go func() {
		for range ticker.C {
			ticks.Add(1)
		}
	}()
	time.Sleep(3 * time.Millisecond)
	ticker.Stop()
	close(quit)
	fmt.Println("stopped")
}
