// fixed: it loads without the Once.
// outputs: "true\n"

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
		c.load()
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
