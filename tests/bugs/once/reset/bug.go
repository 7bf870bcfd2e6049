// bug: race s.once bug.go:26
// bug: race s.once.done bug.go:26
// bug: race s.once.m bug.go:26
// bug: fatal "sync: unlock of unlocked mutex" bug.go:22
// why: The Once is overwritten with a new one while another goroutine may be inside it.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type session struct {
	once  sync.Once
	opens atomic.Int32
}

func (s *session) open() {
	s.once.Do(func() { s.opens.Add(1) })
}

func (s *session) reset() {
	s.once = sync.Once{}
}

func main() {
	s := &session{}
	var wg sync.WaitGroup
	wg.Go(s.open)
	wg.Go(s.reset)
	wg.Wait()
	fmt.Println(s.opens.Load())
}
