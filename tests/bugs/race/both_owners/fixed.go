// fixed: each goroutine takes its two steps in one critical section.
// outputs: "true\n"

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	step, data := 0, 0
	advance := func(from int) bool {
		if step != from {
			return false
		}
		step++
		return true
	}
	var wg sync.WaitGroup
	for first := range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			advance(first)
			if advance(first + 2) {
				data++
			}
		})
	}
	wg.Wait()
	fmt.Println(data < 3)
}
