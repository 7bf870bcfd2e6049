// bug: race c.m bug.go:20
// why: add has a value receiver, so each call locks a copy of the mutex, while the map is shared.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
)

type counter struct {
	mu sync.Mutex
	m  map[string]int
}

func (c counter) add(k string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.m[k]++
}

func main() {
	c := counter{m: map[string]int{}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { c.add("k") })
	}
	wg.Wait()
	fmt.Println(c.m["k"])
}
