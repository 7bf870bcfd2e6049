// bug: panic "send on closed channel" bug.go:24
// bug: race ch bug.go:24
// bug: race b.sub bug.go:24
// why: publish takes the channel under the lock and sends without it, when unsubscribe may have closed the channel.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync"
)

type broker struct {
	mu  sync.Mutex
	sub chan int
}

func (b *broker) publish(x int) {
	b.mu.Lock()
	ch := b.sub
	b.mu.Unlock()
	if ch != nil {
		ch <- x
	}
}

func (b *broker) unsubscribe() {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.sub)
	b.sub = nil
}

func main() {
	b := &broker{sub: make(chan int, 1)}
	var wg sync.WaitGroup
	wg.Go(func() { b.publish(1) })
	wg.Go(b.unsubscribe)
	wg.Wait()
	fmt.Println("done")
}
