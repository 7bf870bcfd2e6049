// fixed: the second goroutine nests the locks in the order of the first.
// outputs: "6000\n"

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
		reads.Lock()
		writes.Lock()
		r, w = r+w, 0
		reads.Unlock()
		writes.Unlock()
	})
	wg.Wait()
	fmt.Println(r + w)
}
