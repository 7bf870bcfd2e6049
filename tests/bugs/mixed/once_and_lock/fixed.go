// fixed: call goes through the Once before it locks the mutex.
// outputs: "1 1\n"

package main

import (
	"fmt"
	"sync"
)

type client struct {
	mu           sync.Mutex
	once         sync.Once
	dials, calls int
}

func (c *client) dial() { c.dials++ }

func (c *client) warm() {
	c.once.Do(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.dial()
	})
}

func (c *client) call() {
	c.warm()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls++
}

func main() {
	c := &client{}
	var wg sync.WaitGroup
	wg.Go(c.warm)
	wg.Go(c.call)
	wg.Wait()
	fmt.Println(c.dials, c.calls)
}
