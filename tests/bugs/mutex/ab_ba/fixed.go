// fixed: both transfers lock the account with the smaller number first.
// outputs: "95 105\n"

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
	first, second := from, to
	if second.id < first.id {
		first, second = second, first
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
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
