// bug: leak bug.go:28
// why: A goroutine that is cancelled ends with the mutex locked; main does not wait for the one that then waits for it.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	var mu sync.Mutex
	var cancelled atomic.Bool
	n := 0
	go func() {
		mu.Lock()
		if cancelled.Load() {
			return
		}
		n++
		mu.Unlock()
	}()
	go cancelled.Store(true)
	go func() {
		mu.Lock()
		n++
		mu.Unlock()
	}()
	time.Sleep(time.Millisecond)
	fmt.Println("done")
}
