// fixed: unsubscribe closes it.
// outputs: "0\n"

package main

import (
	"fmt"
	"sync"
	"time"
)

type hub struct {
	mu   sync.Mutex
	subs map[chan int]bool
}

func (h *hub) subscribe() chan int {
	h.mu.Lock()
	defer h.mu.Unlock()
	ch := make(chan int, 1)
	h.subs[ch] = true
	return ch
}

func (h *hub) unsubscribe(ch chan int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.subs, ch)
	close(ch)
}

func main() {
	h := &hub{subs: map[chan int]bool{}}
	ch := h.subscribe()
	go func() {
		for range ch {
		}
	}()
	ch <- 1
	h.unsubscribe(ch)
	time.Sleep(time.Millisecond)
	fmt.Println(len(h.subs))
}
