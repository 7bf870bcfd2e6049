// fixed: whoever asks first makes the topic.
// outputs: "7\n"

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
	if b.topics[name] == nil {
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
