// fixed: the mutex is unlocked by defer.
// outputs: "done\n"

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
		defer mu.Unlock()
		if cancelled.Load() {
			return
		}
		n++
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
