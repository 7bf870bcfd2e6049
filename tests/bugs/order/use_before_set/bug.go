// bug: panic "invalid memory address or nil pointer dereference" bug.go:34
// why: The server's goroutine is started before its handler is set.
// depth: 1

package main

import (
	"fmt"
	"sync"
)

type server struct {
	mu      sync.Mutex
	handler func(int) int
}

func (s *server) get() func(int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.handler
}

func (s *server) set(f func(int) int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.handler = f
}

func main() {
	s := &server{}
	var wg sync.WaitGroup
	wg.Go(func() {
		f := s.get()
		fmt.Println(f(1))
	})
	s.set(func(n int) int { return n + 1 })
	wg.Wait()
}
