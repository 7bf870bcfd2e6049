// bug: panic "close of closed channel" bug.go:21
// bug: race t.done bug.go:21
// why: Two callers of stop both see the channel open, and both close it.
// depth: 1

package main

import (
	"fmt"
	"sync"
)

type task struct {
	done chan struct{}
}

func (t *task) stop() {
	select {
	case <-t.done:
	default:
		close(t.done)
	}
}

func main() {
	t := &task{done: make(chan struct{})}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(t.stop)
	}
	wg.Wait()
	<-t.done
	fmt.Println("stopped")
}
