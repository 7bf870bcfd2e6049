// fixed: the result of the decrement decides.
// outputs: "0\n"

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
	if r.users.Add(-1) == 0 {
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
