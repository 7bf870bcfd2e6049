// fixed: publish sends under the lock; the channel has room.
// outputs: "done\n"

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
	if ch != nil {
		ch <- x
	}
	b.mu.Unlock()
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
