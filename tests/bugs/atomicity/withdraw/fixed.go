// fixed: test and change stand in one critical section.
// outputs: "20\n"

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
	if enough {
		a.sum -= n
	}
	a.mu.Unlock()
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
