// fixed: the count is atomic.
// outputs: "2\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type cache struct {
	mu   sync.RWMutex
	m    map[string]int
	hits atomic.Int32
}

func (c *cache) get(k string) int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	c.hits.Add(1)
	return c.m[k]
}

func main() {
	c := &cache{m: map[string]int{"a": 1}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { c.get("a") })
	}
	wg.Wait()
	fmt.Println(c.hits.Load())
}
