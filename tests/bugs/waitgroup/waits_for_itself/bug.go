// bug: deadlock bug.go:24
// why: The worker that comes last waits for the group that it is still a member of.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var arrived atomic.Int32
	sum := 0
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			mu.Lock()
			sum += i
			mu.Unlock()
			if arrived.Add(1) == 3 {
				wg.Wait()
				fmt.Println(sum)
			}
		})
	}
	wg.Wait()
}
