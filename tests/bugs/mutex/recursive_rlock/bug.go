// bug: deadlock bug.go:18
// why: sum calls get, which read-locks again: a writer that comes between the two makes the second wait for ever.
// depth: 1

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
	return t.get("a") + t.get("b")
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
