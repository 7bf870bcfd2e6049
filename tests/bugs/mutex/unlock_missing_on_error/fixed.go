// fixed: reserve unlocks by defer, on every path.
// outputs: "3\n"

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
	defer s.mu.Unlock()
	if s.free < n {
		return errors.New("sold out")
	}
	s.free -= n
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
