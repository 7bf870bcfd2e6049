// Six goroutines wait in the global queue; a P takes its share of them at once. What can be seen is that all of them run.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

func main() {
	runtime.GOMAXPROCS(3)
	var wg sync.WaitGroup
	ran := make([]int, 6)
	for i := range ran {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 10 {
				runtime.Gosched()
				ran[i]++
			}
		}()
	}
	wg.Wait()
	fmt.Println(ran)
}

// Output:
// [10 10 10 10 10 10]
