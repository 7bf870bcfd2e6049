// bug: panic "assignment to entry in nil map" bug.go:26
// why: Two goroutines start together, and one relies on the other to have made the map.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync"
)

type store struct {
	mu sync.Mutex
	m  map[string]int
}

func (s *store) init() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m = map[string]int{}
}

func (s *store) put(k string, v int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m[k] = v
}

func main() {
	s := &store{}
	var wg sync.WaitGroup
	wg.Go(s.init)
	wg.Go(func() { s.put("a", 1) })
	wg.Wait()
	fmt.Println(s.m["a"])
}
