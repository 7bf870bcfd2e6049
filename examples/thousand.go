// A thousand goroutines on a handful of threads: starting one costs no thread.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var sum atomic.Int64
	var wg sync.WaitGroup
	for i := 0; i < 1000; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			sum.Add(int64(i))
		}()
	}
	wg.Wait()
	fmt.Println("sum of the numbers of 1000 goroutines:", sum.Load())
}

// Output:
// sum of the numbers of 1000 goroutines: 499500
