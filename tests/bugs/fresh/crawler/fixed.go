// fixed: a worker reports a page as done after its links
// outputs: "visited: 4\n"
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

var site = map[string][]string{
	"/":       {"/docs"},
	"/docs":   {"/docs/a", "/docs/b"},
	"/docs/a": nil,
	"/docs/b": nil,
}

type Crawler struct {
	queue   chan string
	pending sync.WaitGroup
	visited atomic.Int32
}

func (c *Crawler) visit(url string) []string {
	c.visited.Add(1)
	return site[url]
}

func (c *Crawler) work() {
	for url := range c.queue {
		for _, link := range c.visit(url) {
			c.pending.Add(1)
			c.queue <- link
		}
		c.pending.Done()
	}
}

func main() {
	c := &Crawler{queue: make(chan string, len(site))}
	c.pending.Add(1)
	c.queue <- "/"
	var workers sync.WaitGroup
	for range 2 {
		workers.Add(1)
		go func() {
			defer workers.Done()
			c.work()
		}()
	}
	c.pending.Wait()
	close(c.queue)
	workers.Wait()
	fmt.Println("visited:", c.visited.Load())
}
