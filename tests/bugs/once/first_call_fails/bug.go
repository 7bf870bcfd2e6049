// bug: panic "invalid memory address or nil pointer dereference" bug.go:36
// why: A Once counts as done although its function has given up, and later callers find nothing.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type conn struct{ id int }

type client struct {
	once sync.Once
	up   atomic.Bool
	conn *conn
}

func (c *client) dial() *conn {
	c.once.Do(func() {
		if c.up.Load() {
			c.conn = &conn{id: 7}
		}
	})
	return c.conn
}

func main() {
	c := &client{}
	var wg sync.WaitGroup
	wg.Go(func() { c.dial() })
	wg.Go(func() {
		c.up.Store(true)
		fmt.Println(c.dial().id)
	})
	wg.Wait()
}
