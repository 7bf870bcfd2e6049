// fixed: who subscribes to a closed hub gets a closed channel
// outputs: "bye\n"
package main

import (
	"fmt"
	"sync"
)

// Hub hands each message to all subscribers.
type Hub struct {
	mu   sync.Mutex
	subs map[string]chan string
}

func (h *Hub) Subscribe(name string) <-chan string {
	ch := make(chan string, 4)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subs == nil {
		close(ch)
		return ch
	}
	h.subs[name] = ch
	return ch
}

func (h *Hub) Publish(msg string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, ch := range h.subs {
		select {
		case ch <- msg:
		default: // a slow subscriber misses it
		}
	}
}

func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, ch := range h.subs {
		close(ch)
	}
	h.subs = nil
}

func main() {
	h := &Hub{subs: make(map[string]chan string)}
	ready := make(chan struct{}, 2)
	var wg sync.WaitGroup
	for _, name := range []string{"mail", "chat"} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			msgs := h.Subscribe(name)
			ready <- struct{}{}
			for range msgs {
			}
		}()
	}
	<-ready
	h.Publish("going down")
	h.Close()
	wg.Wait()
	fmt.Println("bye")
}
