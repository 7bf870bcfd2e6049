// fixed: shutdown broadcasts.
// outputs: "closed\n"

package main

import (
	"fmt"
	"runtime"
	"sync"
)

type queue struct {
	mu     sync.Mutex
	cond   *sync.Cond
	items  []int
	closed bool
}

func (q *queue) consume() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.cond.Wait()
	}
}

func (q *queue) shutdown() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.cond.Broadcast()
}

func main() {
	q := &queue{}
	q.cond = sync.NewCond(&q.mu)
	go q.consume()
	runtime.Gosched()
	q.shutdown()
	fmt.Println("closed")
}
