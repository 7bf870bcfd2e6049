// fixed: print counts the line and unlocks before it sends.
// outputs: "3 3\n"

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
	l.printed++
	l.mu.Unlock()
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
