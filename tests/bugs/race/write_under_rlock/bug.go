// bug: race c.hits bug.go:21
// why: get counts its calls under a read lock, which several goroutines hold at the same time.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
)

type cache struct {
	mu   sync.RWMutex
	m    map[string]int
	hits int
}

func (c *cache) get(k string) int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	c.hits++
	return c.m[k]
}

func main() {
	c := &cache{m: map[string]int{"a": 1}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { c.get("a") })
	}
	wg.Wait()
	fmt.Println(c.hits)
}
