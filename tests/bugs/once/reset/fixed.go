// fixed: a mutex and a flag do what the Once did.
// outputs: "1\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type session struct {
	mu    sync.Mutex
	ready bool
	opens atomic.Int32
}

func (s *session) open() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ready {
		s.ready = true
		s.opens.Add(1)
	}
}

func (s *session) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ready = false
}

func main() {
	s := &session{}
	var wg sync.WaitGroup
	wg.Go(s.open)
	wg.Go(s.reset)
	wg.Wait()
	fmt.Println(s.opens.Load())
}
