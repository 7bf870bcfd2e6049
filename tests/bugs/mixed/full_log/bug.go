// bug: deadlock bug.go:23
// bug: deadlock bug.go:28
// why: print sends to the buffer under the mutex that the reader needs after each line: a full buffer stops both.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync"
)

type logger struct {
	mu               sync.Mutex
	lines            chan string
	printed, written int
}

func (l *logger) print(s string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.printed++
	l.lines <- s
}

func (l *logger) run() {
	for range l.lines {
		l.mu.Lock()
		l.written++
		l.mu.Unlock()
	}
}

func main() {
	l := &logger{lines: make(chan string, 1)}
	var wg sync.WaitGroup
	wg.Go(l.run)
	for range 3 {
		l.print("line")
	}
	close(l.lines)
	wg.Wait()
	fmt.Println(l.printed, l.written)
}
