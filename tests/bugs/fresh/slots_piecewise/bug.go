// bug: deadlock bug.go:23
// why: jobs take their two slots one at a time; three jobs with one of the three slots each wait for one another
// depth: 2
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// Slots limits how much runs at the same time.
type Slots struct {
	taken chan struct{}
}

func NewSlots(n int) *Slots {
	return &Slots{taken: make(chan struct{}, n)}
}

func (s *Slots) Acquire(n int) {
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
