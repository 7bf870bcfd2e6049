// bug: race total bug.go:22
// why: The goroutine calls Done before its last write.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
)

func main() {
	total := 0
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		sum := 0
		for i := range 10 {
			sum += i
		}
		wg.Done()
		total = sum
	}()
	wg.Wait()
	fmt.Println(total)
}
