// fixed: a token for a full bucket is thrown away
// outputs: "sent\n"
package main

import (
	"fmt"
	"time"
)

// Limiter lets through burst requests at once and one more every interval.
type Limiter struct {
	tokens chan struct{}
	done   chan struct{}
}

func NewLimiter(every time.Duration, burst int) *Limiter {
	l := &Limiter{
		tokens: make(chan struct{}, burst),
		done:   make(chan struct{}),
	}
	for range burst {
		l.tokens <- struct{}{}
	}
	go l.refill(every)
	return l
}

func (l *Limiter) refill(every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-l.done:
			return
		case <-ticker.C:
			select {
			case l.tokens <- struct{}{}:
			default:
			}
		}
	}
}

func (l *Limiter) Wait() { <-l.tokens }

func (l *Limiter) Stop() { close(l.done) }

func main() {
	l := NewLimiter(10*time.Millisecond, 1)
	l.Wait()
	time.Sleep(20 * time.Millisecond) // the request
	l.Stop()
	fmt.Println("sent")
}
