// fixed: Get takes the write lock
// outputs: "entries: 3\n"
package main

import (
	"fmt"
	"sync"
)

type node struct {
	key, val string
	next     *node
}

// LRU is a short list, the last used entry first.
type LRU struct {
	mu   sync.Mutex
	head *node
	len  int
	max  int
}

func (c *LRU) Put(key, val string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.head = &node{key: key, val: val, next: c.head}
	c.len++
	if c.len > c.max {
		last := &c.head
		for (*last).next != nil {
			last = &(*last).next
		}
		*last = nil
		c.len--
	}
}

func (c *LRU) Get(key string) (string, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var prev *node
	for n := c.head; n != nil; prev, n = n, n.next {
		if n.key != key {
			continue
		}
		if prev != nil {
			prev.next = n.next
			n.next = c.head
			c.head = n
		}
		return n.val, true
	}
	return "", false
}

func main() {
	c := &LRU{max: 3}
	for _, k := range []string{"a", "b", "c", "d"} {
		c.Put(k, "value of "+k)
	}
	var wg sync.WaitGroup
	for _, k := range []string{"b", "c"} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c.Get(k)
		}()
	}
	wg.Wait()
	fmt.Println("entries:", c.len)
}
