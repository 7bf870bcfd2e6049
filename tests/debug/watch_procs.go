package main

import (
	"fmt"
	"runtime"
	"sync"
)

var total int

// Four goroutines run at the same time, until a debugger watches a variable.
func main() {
	before := runtime.GOMAXPROCS(4)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			for range 100 {
				mu.Lock()
				total++
				mu.Unlock()
			}
			_ = i
		})
	}
	wg.Wait()
	fmt.Println(before > 0, runtime.GOMAXPROCS(0), total)
	total = -1
	fmt.Println(runtime.GOMAXPROCS(3), runtime.GOMAXPROCS(0))
}
