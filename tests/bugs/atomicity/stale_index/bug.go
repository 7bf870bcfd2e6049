// bug: panic "index out of range" bug.go:27
// why: The length is read in one critical section and used as an index in the next.
// depth: 1

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
	if n := l.len(); n > 0 {
		l.mu.Lock()
		defer l.mu.Unlock()
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
