// fixed: each goroutine takes its steps in one critical section.
// outputs: "true\n"

package main

import (
	"fmt"
	"sync"
)

func work(n int) (sum int) {
	for i := range n {
		sum += i % 3
	}
	return sum
}

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
			owner := false
			for from := first; from < 6; from += 2 {
				work(400)
				owner = advance(from)
			}
			if owner {
				data += work(5)
			}
		})
	}
	wg.Wait()
	fmt.Println(data >= 0)
}
