// fixed: the variable is set and used under a lock
// outputs: "beats: 3\n"
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// Heartbeat calls send every interval, until it returns false.
type Heartbeat struct {
	interval time.Duration
	mu       sync.Mutex
	timer    *time.Timer
	send     func() bool
	done     chan struct{}
}

func StartHeartbeat(interval time.Duration, send func() bool) *Heartbeat {
	h := &Heartbeat{interval: interval, send: send, done: make(chan struct{})}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.timer = time.AfterFunc(interval, h.beat)
	return h
}

func (h *Heartbeat) beat() {
	if !h.send() {
		close(h.done)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.timer.Reset(h.interval)
}

func main() {
	var beats atomic.Int32
	h := StartHeartbeat(5*time.Millisecond, func() bool {
		return beats.Add(1) < 3
	})
	<-h.done
	fmt.Println("beats:", beats.Load())
}
