// bug: deadlock bug.go:20
// bug: deadlock bug.go:29
// why: Two readers nest a mutex and a read lock in opposite order, which is harmless until a writer waits between them.
// depth: 1

package main

import (
	"fmt"
	"sync"
)

func main() {
	var rw sync.RWMutex
	var mu sync.Mutex
	data, uses := 1, 0
	var wg sync.WaitGroup
	wg.Go(func() {
		rw.RLock()
		mu.Lock()
		if data > 0 {
			uses++
		}
		mu.Unlock()
		rw.RUnlock()
	})
	wg.Go(func() {
		mu.Lock()
		rw.RLock()
		if data > 0 {
			uses++
		}
		rw.RUnlock()
		mu.Unlock()
	})
	wg.Go(func() {
		rw.Lock()
		data = 2
		rw.Unlock()
	})
	wg.Wait()
	fmt.Println(data, uses)
}
