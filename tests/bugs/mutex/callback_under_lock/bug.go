// bug: deadlock bug.go:19
// why: publish calls the subscriber under its lock, and one that is told to stop unsubscribes, which locks again.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type bus struct {
	mu   sync.Mutex
	subs map[int]func()
}

func (b *bus) unsubscribe(id int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.subs, id)
}

func (b *bus) publish() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range b.subs {
		f()
	}
}

func main() {
	var stop atomic.Bool
	b := &bus{subs: map[int]func(){}}
	b.subs[7] = func() {
		if stop.Load() {
			b.unsubscribe(7)
		}
	}
	var wg sync.WaitGroup
	wg.Go(b.publish)
	wg.Go(func() { stop.Store(true) })
	wg.Wait()
	fmt.Println("done")
}
