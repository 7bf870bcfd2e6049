// fixed: the head carries a number that each change raises.
// outputs: ""

package main

import (
	"sync"
	"sync/atomic"
)

type stack struct {
	head atomic.Int64
	next [5]atomic.Int64
}

func (s *stack) swap(old, to int64) bool {
	return s.head.CompareAndSwap(old, (old>>8+1)<<8|to)
}

func (s *stack) pop() (old int64) {
	old = s.head.Load()
	for !s.swap(old, s.next[old&255].Load()) {
		old = s.head.Load()
	}
	return old & 255
}

func (s *stack) push(i int64) {
	old := s.head.Load()
	for s.next[i].Store(old & 255); !s.swap(old, i); s.next[i].Store(old & 255) {
		old = s.head.Load()
	}
}

func main() {
	s := &stack{}
	for i := range s.next {
		s.next[i].Store(int64(i + 1))
	}
	var a, b int64
	var wg sync.WaitGroup
	wg.Go(func() { s.pop(); a = s.pop() })
	wg.Go(func() { x := s.pop(); b = s.pop(); s.push(x) })
	wg.Wait()
	if a == b {
		panic("node owned twice")
	}
}
