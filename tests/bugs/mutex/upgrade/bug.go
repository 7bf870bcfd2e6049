// bug: deadlock bug.go:27
// why: get still holds its read lock, by defer, when load asks for the write lock of the same RWMutex.
// depth: 0 (every schedule)

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
	defer c.mu.RUnlock()
	if v, ok := c.m[k]; ok {
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
