// bug: deadlock bug.go:17
// bug: deadlock bug.go:21
// why: The function that Do runs waits for a value that the other goroutine sends only behind its own call of Do.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
)

func main() {
	var once sync.Once
	settings := make(chan int)
	level := 0
	setup := func() { level = <-settings }
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			once.Do(setup)
			settings <- 3
		})
	}
	wg.Wait()
	fmt.Println(level)
}
