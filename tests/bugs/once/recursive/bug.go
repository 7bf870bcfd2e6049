// bug: deadlock bug.go:27
// why: The function that Do runs finds the cache stale and loads again, which calls Do of the same Once.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type cache struct {
	once  sync.Once
	stale atomic.Bool
	loads atomic.Int32
}

func (c *cache) load() {
	c.loads.Add(1)
	if c.stale.CompareAndSwap(true, false) {
		c.get()
	}
}

func (c *cache) get() int32 {
	c.once.Do(c.load)
	return c.loads.Load()
}

func main() {
	c := &cache{}
	var wg sync.WaitGroup
	wg.Go(func() { c.get() })
	wg.Go(func() { c.stale.Store(true) })
	wg.Wait()
	fmt.Println(c.get() > 0)
}
