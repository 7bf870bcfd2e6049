// A run has one processor, and shows the number that the program has set.
package main

import (
	"runtime"
	"sync"
)

func init() {
	runtime.GOMAXPROCS(2)
}

func main() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { mu.Lock(); mu.Unlock() })
	}
	wg.Wait()
	if before, now := runtime.GOMAXPROCS(3), runtime.GOMAXPROCS(0); before != 2 || now != 3 {
		panic([2]int{before, now})
	}
}
