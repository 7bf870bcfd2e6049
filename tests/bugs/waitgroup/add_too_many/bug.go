// bug: deadlock bug.go:28
// why: The counter is raised by the number of words, but no goroutine is started for an empty one.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
)

func main() {
	words := strings.Split("a,bc,,def", ",")
	var letters atomic.Int32
	var wg sync.WaitGroup
	wg.Add(len(words))
	for _, word := range words {
		if word == "" {
			continue
		}
		go func() {
			defer wg.Done()
			letters.Add(int32(len(word)))
		}()
	}
	wg.Wait()
	fmt.Println(letters.Load())
}
