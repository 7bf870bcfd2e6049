// fixed: the timer sets the flag under the lock
// outputs: "handled: 1\n"
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

type Queue struct {
	mu    sync.Mutex
	cond  *sync.Cond
	items []string
}

func NewQueue() *Queue {
	q := &Queue{}
	q.cond = sync.NewCond(&q.mu)
	return q
}

func (q *Queue) Push(s string) {
	q.mu.Lock()
	q.items = append(q.items, s)
	q.mu.Unlock()
	q.cond.Signal()
}

// Pop waits no longer than timeout.
func (q *Queue) Pop(timeout time.Duration) (string, bool) {
	expired := false
	t := time.AfterFunc(timeout, func() {
		q.mu.Lock()
		expired = true
		q.mu.Unlock()
		q.cond.Broadcast()
	})
	defer t.Stop()

	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !expired {
		q.cond.Wait()
	}
	if len(q.items) == 0 {
		return "", false
	}
	s := q.items[0]
	q.items = q.items[1:]
	return s, true
}

func main() {
	q := NewQueue()
	var handled atomic.Int32
	q.Push("job")
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				if _, ok := q.Pop(10 * time.Millisecond); !ok {
					return // idle: end
				}
				handled.Add(1)
			}
		}()
	}
	wg.Wait()
	fmt.Println("handled:", handled.Load())
}
