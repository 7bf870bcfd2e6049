// fixed: get gives the read lock back before it loads.
// outputs: "1\n2\n"

package main

import (
	"fmt"
	"sync"
)

type cache struct {
	mu sync.RWMutex
	m  map[string]int
}

func (c *cache) get(k string) int {
	c.mu.RLock()
	v, ok := c.m[k]
	c.mu.RUnlock()
	if ok {
		return v
	}
	return c.load(k)
}

func (c *cache) load(k string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.m[k] = len(k)
	return c.m[k]
}

func main() {
	c := &cache{m: map[string]int{"a": 1}}
	fmt.Println(c.get("a"))
	fmt.Println(c.get("bc"))
}
