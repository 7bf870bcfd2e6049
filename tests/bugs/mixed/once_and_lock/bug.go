// bug: deadlock bug.go:32
// bug: deadlock bug.go:23
// why: call holds the mutex when it comes to the Once, and warm is inside the Once when it comes to the mutex.
// depth: 1

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
	c.mu.Lock()
	defer c.mu.Unlock()
	c.once.Do(c.dial)
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
