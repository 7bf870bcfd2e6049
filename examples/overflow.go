// One goroutine starts more others than the 256 places of a P's queue: half of the full queue moves to the global one,
// and none is lost.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

func main() {
	runtime.GOMAXPROCS(1)
	const n = 2000
	seen := make([]bool, n)
	var wg sync.WaitGroup
	wg.Add(n)
	for i := range n {
		go func() {
			seen[i] = true
			wg.Done()
		}()
	}
	wg.Wait()
	count := 0
	for _, s := range seen {
		if s {
			count++
		}
	}
	fmt.Println("ran:", count)
}

// Output:
// ran: 2000
