// fixed: it is passed as a pointer.
// outputs: "1\n"

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

func (s *service) use() {
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
