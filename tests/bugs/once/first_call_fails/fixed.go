// fixed: a mutex and a test make the connection whenever it is missing.
// outputs: "7\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type conn struct{ id int }

type client struct {
	mu   sync.Mutex
	up   atomic.Bool
	conn *conn
}

func (c *client) dial() *conn {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn == nil && c.up.Load() {
		c.conn = &conn{id: 7}
	}
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
