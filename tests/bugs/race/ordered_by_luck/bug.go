// bug: race limit bug.go:17
// why: The write before one critical section and that behind the other are ordered only if the sections are.
// depth: 0 (some schedules)

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
		limit = 1
		mu.Lock()
		users++
		mu.Unlock()
	})
	wg.Go(func() {
		mu.Lock()
		users++
		mu.Unlock()
		limit = 2
	})
	wg.Wait()
	fmt.Println(users, limit > 0)
}
