// bug: deadlock bug.go:34
// why: a worker that comes to the barrier's next round before another one has woken from the last round makes that one wait on
// depth: 0 (some schedules)
package main

import (
	"fmt"
	"sync"
)

type Barrier struct {
	mu      sync.Mutex
	cond    *sync.Cond
	parties int
	waiting int
}

func NewBarrier(parties int) *Barrier {
	b := &Barrier{parties: parties}
	b.cond = sync.NewCond(&b.mu)
	return b
}

func (b *Barrier) Await() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting++
	if b.waiting == b.parties {
		b.waiting = 0
		b.cond.Broadcast()
		return
	}
	for b.waiting != 0 {
		b.cond.Wait()
	}
}

func main() {
	const workers, steps = 2, 3
	grid := [2][workers]int{{1, 1}}
	b := NewBarrier(workers)
	var wg sync.WaitGroup
	for id := range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for step := range steps {
				old, next := &grid[step%2], &grid[(step+1)%2]
				next[id] = old[0] + old[1]
				b.Await()
			}
		}()
	}
	wg.Wait()
	fmt.Println(grid[steps%2])
}
