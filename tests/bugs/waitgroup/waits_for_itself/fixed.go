// fixed: it does its last work without waiting, since it knows that it is the last.
// outputs: "3\n"

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
				fmt.Println(sum)
			}
		})
	}
	wg.Wait()
}
