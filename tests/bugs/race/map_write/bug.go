// bug: race hits bug.go:18
// bug: fatal "concurrent map writes" bug.go:18
// why: Two goroutines write different keys of one map.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
)

func main() {
	hits := map[string]int{}
	var wg sync.WaitGroup
	for _, page := range []string{"/a", "/b"} {
		wg.Go(func() {
			hits[page]++
		})
	}
	wg.Wait()
	fmt.Println(hits["/a"], hits["/b"])
}
