// fixed: one job at a time takes slots, and it takes all that it needs
// outputs: "pixels: 600\n"
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// Slots limits how much runs at the same time.
type Slots struct {
	mu    sync.Mutex
	taken chan struct{}
}

func NewSlots(n int) *Slots {
	return &Slots{taken: make(chan struct{}, n)}
}

func (s *Slots) Acquire(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for range n {
		s.taken <- struct{}{}
	}
}

func (s *Slots) Release(n int) {
	for range n {
		<-s.taken
	}
}

func main() {
	slots := NewSlots(3)
	var wg sync.WaitGroup
	var pixels atomic.Int64
	for _, size := range []int64{100, 200, 300} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			slots.Acquire(2)
			defer slots.Release(2)
			pixels.Add(size)
		}()
	}
	wg.Wait()
	fmt.Println("pixels:", pixels.Load())
}
