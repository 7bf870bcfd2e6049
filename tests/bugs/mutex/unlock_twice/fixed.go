// fixed: pop unlocks in one place.
// outputs: "done\n"

package main

import (
	"fmt"
	"sync"
)

type queue struct {
	mu    sync.Mutex
	items []int
}

func (q *queue) pop() (x int, ok bool) {
	q.mu.Lock()
	if len(q.items) > 0 {
		x, ok = q.items[0], true
		q.items = q.items[1:]
	}
	q.mu.Unlock()
	return x, ok
}

func main() {
	q := &queue{}
	var wg sync.WaitGroup
	wg.Go(func() { q.pop() })
	wg.Go(func() {
		q.mu.Lock()
		q.items = append(q.items, 1)
		q.mu.Unlock()
	})
	wg.Wait()
	fmt.Println("done")
}
