// fixed: one critical section does both.
// outputs: "1\n"

package main

import (
	"fmt"
	"sync"
)

type list struct {
	mu    sync.Mutex
	items []int
}

func (l *list) len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.items)
}

func (l *list) dropLast() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.items); n > 0 {
		l.items[n-1] = 0
		l.items = l.items[:n-1]
	}
}

func main() {
	l := &list{items: []int{1, 2, 3}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(l.dropLast)
	}
	wg.Wait()
	fmt.Println(l.len())
}
