// Many goroutines want one mutex; the waiting ones are parked and get it in turn.
package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	total := 0
	share := make([]int, 8)
	for g := range share {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 5000 {
				mu.Lock()
				total++
				share[g]++
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	fmt.Println("total:", total, "shares:", share)
}

// Output:
// total: 40000 shares: [5000 5000 5000 5000 5000 5000 5000 5000]
