// fixed: a mutex guards the map.
// outputs: "1 1\n"

package main

import (
	"fmt"
	"sync"
)

func main() {
	hits := map[string]int{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, page := range []string{"/a", "/b"} {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			hits[page]++
		})
	}
	wg.Wait()
	fmt.Println(hits["/a"], hits["/b"])
}
