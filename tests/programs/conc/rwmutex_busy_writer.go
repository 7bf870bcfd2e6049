// Readers get the lock although a writer locks it again and again.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var mu sync.RWMutex
	var stop atomic.Bool
	var readers, writer sync.WaitGroup
	n := 0
	writer.Go(func() {
		for !stop.Load() {
			mu.Lock()
			n++
			mu.Unlock()
		}
	})
	seen := make([]int, 4)
	for i := range seen {
		readers.Go(func() {
			for range 20 {
				mu.RLock()
				if n < seen[i] {
					panic("went back")
				}
				seen[i] = n
				mu.RUnlock()
			}
		})
	}
	readers.Wait()
	stop.Store(true)
	writer.Wait()
	for _, last := range seen {
		if last > n {
			panic("from the future")
		}
	}
	fmt.Println("all have read")
}

// Output:
// all have read
