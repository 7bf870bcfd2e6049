// fixed: the receiver is a pointer.
// outputs: "2\n"

package main

import (
	"fmt"
	"sync"
)

type counter struct {
	mu sync.Mutex
	m  map[string]int
}

func (c *counter) add(k string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.m[k]++
}

func main() {
	c := counter{m: map[string]int{}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { c.add("k") })
	}
	wg.Wait()
	fmt.Println(c.m["k"])
}
