// fixed: the waiter leaves the outer mutex before it waits.
// outputs: "2\n"

package main

import (
	"fmt"
	"sync"
)

func main() {
	var outer, inner sync.Mutex
	cond := sync.NewCond(&inner)
	ready, users := false, 0
	var wg sync.WaitGroup
	wg.Go(func() {
		outer.Lock()
		users++
		outer.Unlock()
		inner.Lock()
		for !ready {
			cond.Wait()
		}
		inner.Unlock()
	})
	wg.Go(func() {
		outer.Lock()
		users++
		outer.Unlock()
		inner.Lock()
		ready = true
		cond.Signal()
		inner.Unlock()
	})
	wg.Wait()
	fmt.Println(users)
}
