// bug: panic "send on closed channel" bug.go:37
// bug: panic "WaitGroup is reused" bug.go:54
// why: a worker reports a page as done before it has reported the page's links, so that the crawl can seem to be over
// depth: 0 (some schedules)
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
		links := c.visit(url)
		c.pending.Done()
		for _, link := range links {
			c.pending.Add(1)
			c.queue <- link
		}
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
