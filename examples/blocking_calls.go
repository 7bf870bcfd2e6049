// A thousand goroutines are each in a blocking system call for 100 ms. If each call kept its P, four Ps would need 25
// seconds; the Ps are handed to other threads instead, and all calls wait together.
package main

import (
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"
)

func main() {
	start := time.Now()
	var wg sync.WaitGroup
	for i := 0; i < 1000; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			pause := syscall.Timespec{Nsec: 100_000_000}
			syscall.Nanosleep(&pause, nil)
		}()
	}
	wg.Wait()
	elapsed := time.Since(start)
	if elapsed < 100*time.Millisecond || elapsed > 10*time.Second {
		fmt.Println("the calls took", elapsed)
		os.Exit(1)
	}
	fmt.Println("a thousand calls of 100 ms overlapped")
}

// Output:
// a thousand calls of 100 ms overlapped
