// bug: deadlock bug.go:30
// why: The subscriber gets a nil channel for a topic that does not exist yet, and waits on it for ever.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync"
)

type broker struct {
	mu     sync.Mutex
	topics map[string]chan int
}

func (b *broker) topic(name string, create bool) chan int {
	b.mu.Lock()
	defer b.mu.Unlock()
	if create {
		b.topics[name] = make(chan int, 1)
	}
	return b.topics[name]
}

func main() {
	b := &broker{topics: map[string]chan int{}}
	var wg sync.WaitGroup
	wg.Go(func() {
		fmt.Println(<-b.topic("news", false))
	})
	wg.Go(func() {
		b.topic("news", true) <- 7
	})
	wg.Wait()
}
