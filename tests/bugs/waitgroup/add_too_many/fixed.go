// fixed: the counter is raised where a goroutine is started.
// outputs: "6\n"

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
	for _, word := range words {
		if word == "" {
			continue
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			letters.Add(int32(len(word)))
		}()
	}
	wg.Wait()
	fmt.Println(letters.Load())
}
