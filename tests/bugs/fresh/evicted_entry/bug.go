// bug: panic "nil pointer dereference" bug.go:43
// why: Get stores a missing entry under the write lock and reads it back under the read lock; a trim between the two takes it away
// depth: 1
package main

import (
	"fmt"
	"strings"
	"sync"
)

type page struct {
	body string
	size int
}

type PageCache struct {
	mu    sync.RWMutex
	pages map[string]*page
}

func render(path string) *page {
	body := "<p>" + strings.ToUpper(path) + "</p>"
	return &page{body: body, size: len(body)}
}

// Get returns the page's text and renders it if it is not cached.
func (c *PageCache) Get(path string) string {
	c.mu.RLock()
	p, ok := c.pages[path]
	c.mu.RUnlock()
	if ok {
		return p.body
	}
	c.mu.Lock()
	if _, ok := c.pages[path]; !ok {
		c.pages[path] = render(path)
	}
	c.mu.Unlock()

	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.pages[path].body
}

// Trim removes pages until no more than limit bytes are cached.
func (c *PageCache) Trim(limit int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	total := 0
	for _, p := range c.pages {
		total += p.size
	}
	for path, p := range c.pages {
		if total <= limit {
			break
		}
		total -= p.size
		delete(c.pages, path)
	}
}

func main() {
	c := &PageCache{pages: make(map[string]*page)}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		fmt.Println(c.Get("index"))
	}()
	go func() {
		defer wg.Done()
		c.Trim(4)
	}()
	wg.Wait()
}
