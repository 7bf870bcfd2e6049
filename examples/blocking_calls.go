// A thousand goroutines are each in a blocking system call for 100 ms. If each call kept its P, four Ps would need 25
// seconds; the Ps are handed to other threads instead, and all calls wait together.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"syscall"
)

func main() {
	var inside, most atomic.Int64
	var wg sync.WaitGroup
	for i := 0; i < 1000; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			now := inside.Add(1)
			for before := most.Load(); now > before && !most.CompareAndSwap(before, now); before = most.Load() {
			}
			pause := syscall.Timespec{Nsec: 100_000_000}
			syscall.Nanosleep(&pause, nil)
			inside.Add(-1)
		}()
	}
	wg.Wait()
	fmt.Println("more than 20 calls at a time:", most.Load() > 20)
}

// Output:
// more than 20 calls at a time: true
