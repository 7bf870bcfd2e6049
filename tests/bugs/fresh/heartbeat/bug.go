// bug: race h.timer bug.go:24
// bug: race h.timer bug.go:33
// bug: panic "invalid memory address" bug.go:33
// why: the callback uses the timer's variable, which is set after the timer has been started, without anything between the two
// depth: 0 (every schedule)
package main

import (
	"fmt"
	"sync/atomic"
	"time"
)

// Heartbeat calls send every interval, until it returns false.
type Heartbeat struct {
	interval time.Duration
	timer    *time.Timer
	send     func() bool
	done     chan struct{}
}

func StartHeartbeat(interval time.Duration, send func() bool) *Heartbeat {
	h := &Heartbeat{interval: interval, send: send, done: make(chan struct{})}
	h.timer = time.AfterFunc(interval, h.beat)
	return h
}

func (h *Heartbeat) beat() {
	if !h.send() {
		close(h.done)
		return
	}
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
