// fixed: a mutex orders the updates.
// outputs: "20\n"

package main

import (
	"fmt"
	"sync"
)

type account struct {
	mu      sync.Mutex
	balance int
}

func main() {
	a := &account{}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			a.mu.Lock()
			defer a.mu.Unlock()
			a.balance += 10
		})
	}
	wg.Wait()
	fmt.Println(a.balance)
}
