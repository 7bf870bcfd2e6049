// Work comes in small pieces with pauses between them. A thread that runs out of work searches for a while before it sleeps, so
// it is often awake when the next piece comes.
package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	total := 0
	var mu sync.Mutex
	for range 200 {
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				mu.Lock()
				total += i
				mu.Unlock()
			}()
		}
		wg.Wait()
		time.Sleep(50 * time.Microsecond)
	}
	fmt.Println("total:", total)
}

// Output:
// total: 5600
