// Timers that wake goroutines on every P at the same time: nobody may wait for a lock that a sleeping worker holds.
package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	var wg sync.WaitGroup
	for range 500 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			tick := time.NewTicker(time.Millisecond)
			defer tick.Stop()
			end := time.After(300 * time.Millisecond)
			for {
				select {
				case <-tick.C:
				case <-end:
					return
				}
			}
		}()
	}
	wg.Wait()
	fmt.Println("done")
}

// Output:
// done
