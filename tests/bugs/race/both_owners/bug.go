// bug: race data bug.go:29
// why: A protocol of four steps under a mutex can make both goroutines believe that they own the data.
// depth: 2

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	step, data := 0, 0
	advance := func(from int) bool {
		mu.Lock()
		defer mu.Unlock()
		if step != from {
			return false
		}
		step++
		return true
	}
	var wg sync.WaitGroup
	for first := range 2 {
		wg.Go(func() {
			advance(first)
			if advance(first + 2) {
				data++
			}
		})
	}
	wg.Wait()
	fmt.Println(data < 3)
}
