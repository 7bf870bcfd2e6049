// bug: deadlock bug.go:19
// why: add calls flush while it holds the mutex that flush locks, which happens only if two items meet in the store.
// depth: 1

package main

import (
	"fmt"
	"sync"
)

type store struct {
	mu      sync.Mutex
	items   []int
	flushed int
}

func (s *store) flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.empty()
}

func (s *store) empty() {
	s.flushed += len(s.items)
	s.items = nil
}

func (s *store) add(x int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items = append(s.items, x)
	if len(s.items) == 2 {
		s.flush()
	}
}

func main() {
	s := &store{}
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			s.add(i)
			s.flush()
		})
	}
	wg.Wait()
	fmt.Println(s.flushed)
}
