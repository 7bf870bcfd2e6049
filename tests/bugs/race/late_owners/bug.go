// bug: race data bug.go:40
// why: As in both_owners, but six steps must alternate, with private work between them.
// depth: 4

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
