// bug: deadlock bug.go:41
// why: a waiter whose time is up may have been handed a connection just before; it goes away without it, and the pool stays empty
// depth: 0 (some schedules)
package main

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

var errTimeout = errors.New("pool: no connection in time")

type Conn struct{ id int }

type Pool struct {
	mu      sync.Mutex
	idle    []*Conn
	waiters []chan *Conn
}

// Get waits for a connection; timeout 0 means for ever.
func (p *Pool) Get(timeout time.Duration) (*Conn, error) {
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return c, nil
	}
	w := make(chan *Conn, 1)
	p.waiters = append(p.waiters, w)
	p.mu.Unlock()

	var expired <-chan time.Time
	if timeout > 0 {
		expired = time.After(timeout)
	}
	select {
	case c := <-w:
		return c, nil
	case <-expired:
		p.mu.Lock()
		defer p.mu.Unlock()
		if i := slices.Index(p.waiters, w); i >= 0 {
			p.waiters = slices.Delete(p.waiters, i, i+1)
		}
		return nil, errTimeout
	}
}

func (p *Pool) Put(c *Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.waiters) > 0 {
		w := p.waiters[0]
		p.waiters = p.waiters[1:]
		w <- c
		return
	}
	p.idle = append(p.idle, c)
}

func main() {
	p := &Pool{idle: []*Conn{{id: 1}}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c, err := p.Get(10 * time.Millisecond)
			if err != nil {
				return
			}
			time.Sleep(10 * time.Millisecond) // the query
			p.Put(c)
		}()
	}
	wg.Wait()
	c, _ := p.Get(0)
	fmt.Println("got connection", c.id)
}
