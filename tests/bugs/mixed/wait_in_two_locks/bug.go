// bug: deadlock bug.go:23
// bug: deadlock bug.go:29
// why: Cond.Wait gives up its own mutex only: the outer one stays locked, and the sender of the signal needs it.
// depth: 0 (some schedules)

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
		inner.Lock()
		for !ready {
			cond.Wait()
		}
		inner.Unlock()
		outer.Unlock()
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
