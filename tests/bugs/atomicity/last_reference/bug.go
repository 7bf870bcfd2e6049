// bug: panic "close of closed channel" bug.go:21
// why: The count is lowered by one operation and read by another, so that two holders may both see zero.
// depth: 1

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type resource struct {
	users  atomic.Int32
	closed chan struct{}
}

func (r *resource) release() {
	r.users.Add(-1)
	if r.users.Load() == 0 {
		close(r.closed)
	}
}

func main() {
	r := &resource{closed: make(chan struct{})}
	r.users.Store(2)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(r.release)
	}
	wg.Wait()
	<-r.closed
	fmt.Println(r.users.Load())
}
