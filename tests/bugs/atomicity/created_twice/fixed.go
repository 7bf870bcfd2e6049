// fixed: the lock is held for both.
// outputs: "1\n"

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
	if c.conn == nil {
		c.made++
		c.conn = &c.made
	}
	c.mu.Unlock()
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
