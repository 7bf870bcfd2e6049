// bug: deadlock bug.go:20
// why: Each transfer locks its source first, so two transfers in opposite directions wait for each other.
// depth: 1

package main

import (
	"fmt"
	"sync"
)

type account struct {
	mu      sync.Mutex
	id, sum int
}

func transfer(from, to *account, n int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.sum -= n
	to.sum += n
}

func main() {
	a, b := &account{id: 1, sum: 100}, &account{id: 2, sum: 100}
	var wg sync.WaitGroup
	wg.Go(func() { transfer(a, b, 10) })
	wg.Go(func() { transfer(b, a, 5) })
	wg.Wait()
	fmt.Println(a.sum, b.sum)
}
