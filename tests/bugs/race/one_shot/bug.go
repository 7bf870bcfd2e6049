// bug: race a.balance bug.go:28
// why: After thousands of rounds on private memory each goroutine updates the shared field once.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
)

type account struct {
	balance int64
}

func work(n int) (sum int64) {
	for i := range n {
		sum += int64(i % 7)
	}
	return sum
}

func main() {
	a := &account{}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			a.balance += work(10000)
		})
	}
	wg.Wait()
	fmt.Println(a.balance)
}
