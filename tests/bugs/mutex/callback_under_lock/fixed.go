// fixed: publish collects the subscribers under the lock and calls them without it.
// outputs: "done\n"

package main

import (
	"fmt"
	"maps"
	"slices"
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
	subs := slices.Collect(maps.Values(b.subs))
	b.mu.Unlock()
	for _, f := range subs {
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
