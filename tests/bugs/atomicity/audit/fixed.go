// fixed: the transfer holds both locks.
// outputs: "40 60\n"

package main

import (
	"fmt"
	"sync"
)

type account struct {
	mu  sync.Mutex
	sum int
}

func main() {
	a, b := &account{sum: 50}, &account{sum: 50}
	var wg sync.WaitGroup
	wg.Go(func() {
		a.mu.Lock()
		a.sum -= 10
		b.mu.Lock()
		b.sum += 10
		b.mu.Unlock()
		a.mu.Unlock()
	})
	wg.Go(func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		b.mu.Lock()
		defer b.mu.Unlock()
		if a.sum+b.sum != 100 {
			panic("money is missing")
		}
	})
	wg.Wait()
	fmt.Println(a.sum, b.sum)
}
