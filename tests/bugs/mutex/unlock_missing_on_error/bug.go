// bug: deadlock bug.go:29
// why: reserve returns its error without unlocking, and it fails only while the other goroutine's reservation lasts.
// depth: 1

package main

import (
	"errors"
	"fmt"
	"sync"
)

type stock struct {
	mu   sync.Mutex
	free int
}

func (s *stock) reserve(n int) error {
	s.mu.Lock()
	if s.free < n {
		return errors.New("sold out")
	}
	s.free -= n
	s.mu.Unlock()
	return nil
}

func (s *stock) restore(n int) {
	s.mu.Lock()
	s.free += n
	s.mu.Unlock()
}

func main() {
	s := &stock{free: 3}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if s.reserve(2) == nil {
				s.restore(2)
			}
		})
	}
	wg.Wait()
	fmt.Println(s.free)
}
