// bug: panic "set up twice" bug.go:30
// why: The struct with the Once is passed by value, so that each goroutine has a Once of its own.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type service struct {
	once  sync.Once
	count *atomic.Int32
}

func (s service) use() {
	s.once.Do(func() { s.count.Add(1) })
}

func main() {
	s := service{count: new(atomic.Int32)}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { s.use() })
	}
	wg.Wait()
	if s.count.Load() != 1 {
		panic("set up twice")
	}
	fmt.Println(s.count.Load())
}
