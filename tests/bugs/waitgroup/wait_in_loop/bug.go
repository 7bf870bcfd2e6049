// bug: deadlock bug.go:22
// why: Wait stands in the loop that starts the goroutines, although the counter is raised for all of them before it.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
)

func main() {
	parts := []int{1, 2, 3}
	squares := make([]int, len(parts))
	var wg sync.WaitGroup
	wg.Add(len(parts))
	for i, n := range parts {
		go func() {
			defer wg.Done()
			squares[i] = n * n
		}()
		wg.Wait()
	}
	fmt.Println(squares)
}
