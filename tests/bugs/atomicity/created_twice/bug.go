// bug: panic "connected twice" bug.go:38
// why: The lock is given up between the look whether there is a connection and the making of one.
// depth: 1

package main

import (
	"fmt"
	"sync"
)

type client struct {
	mu   sync.Mutex
	conn *int
	made int
}

func (c *client) connect() {
	c.mu.Lock()
	missing := c.conn == nil
	c.mu.Unlock()
	if missing {
		c.mu.Lock()
		c.made++
		c.conn = &c.made
		c.mu.Unlock()
	}
}

func main() {
	c := &client{}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(c.connect)
	}
	wg.Wait()
	if c.made != 1 {
		panic("connected twice")
	}
	fmt.Println(c.made)
}
