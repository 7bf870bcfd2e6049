// bug: race a.balance bug.go:21
// why: Two goroutines add to a field without a lock.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
)

type account struct {
	balance int
}

func main() {
	a := &account{}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			a.balance += 10
		})
	}
	wg.Wait()
	fmt.Println(a.balance)
}
