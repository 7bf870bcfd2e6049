// bug: panic "overdrawn" bug.go:36
// why: The balance is tested in one critical section and lowered in the next.
// depth: 1

package main

import (
	"fmt"
	"sync"
)

type account struct {
	mu  sync.Mutex
	sum int
}

func (a *account) withdraw(n int) {
	a.mu.Lock()
	enough := a.sum >= n
	a.mu.Unlock()
	if enough {
		a.mu.Lock()
		a.sum -= n
		a.mu.Unlock()
	}
}

func main() {
	a := &account{sum: 100}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { a.withdraw(80) })
	}
	wg.Wait()
	if a.sum < 0 {
		panic("overdrawn")
	}
	fmt.Println(a.sum)
}
