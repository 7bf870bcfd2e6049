// fixed: sum reads the map itself, under its one read lock.
// outputs: "3 5\n"

package main

import (
	"fmt"
	"sync"
)

type table struct {
	mu sync.RWMutex
	m  map[string]int
}

func (t *table) get(k string) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.m[k]
}

func (t *table) sum() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.m["a"] + t.m["b"]
}

func (t *table) set(k string, v int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.m[k] = v
}

func main() {
	t := &table{m: map[string]int{"a": 1, "b": 2}}
	var wg sync.WaitGroup
	wg.Go(func() { t.sum() })
	wg.Go(func() { t.set("a", 3) })
	wg.Wait()
	fmt.Println(t.get("a"), t.sum())
}
