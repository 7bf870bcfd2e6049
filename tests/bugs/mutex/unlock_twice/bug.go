// bug: fatal "sync: unlock of unlocked mutex" bug.go:25
// why: pop unlocks for an empty queue and then once more at its end.
// depth: 0 (some schedules)

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
	if len(q.items) == 0 {
		q.mu.Unlock()
	} else {
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
