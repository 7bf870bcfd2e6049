// fixed: the field is atomic.
// outputs: "59988\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type account struct {
	balance atomic.Int64
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
			a.balance.Add(work(10000))
		})
	}
	wg.Wait()
	fmt.Println(a.balance.Load())
}
