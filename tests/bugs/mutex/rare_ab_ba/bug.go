// bug: deadlock bug.go:24
// bug: deadlock bug.go:36
// why: The two locks are nested in opposite order only once, after thousands of rounds that use one lock at a time.
// depth: 1

package main

import (
	"fmt"
	"sync"
)

func main() {
	var reads, writes sync.Mutex
	var r, w int
	var wg sync.WaitGroup
	wg.Go(func() {
		for range 3000 {
			reads.Lock()
			r++
			reads.Unlock()
		}
		reads.Lock()
		writes.Lock()
		r, w = 0, w+r
		writes.Unlock()
		reads.Unlock()
	})
	wg.Go(func() {
		for range 3000 {
			writes.Lock()
			w++
			writes.Unlock()
		}
		writes.Lock()
		reads.Lock()
		r, w = r+w, 0
		reads.Unlock()
		writes.Unlock()
	})
	wg.Wait()
	fmt.Println(r + w)
}
