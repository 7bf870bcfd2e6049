// fixed: both writes stand inside the critical sections.
// outputs: "2 true\n"

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	limit, users := 0, 0
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		limit = 1
		users++
		mu.Unlock()
	})
	wg.Go(func() {
		mu.Lock()
		users++
		limit = 2
		mu.Unlock()
	})
	wg.Wait()
	fmt.Println(users, limit > 0)
}
