// fixed: the read is atomic too.
// outputs: "1\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var n int64
	var wg sync.WaitGroup
	wg.Go(func() { atomic.AddInt64(&n, 1) })
	wg.Go(func() {
		if atomic.LoadInt64(&n) > 1 {
			panic("more than one")
		}
	})
	wg.Wait()
	fmt.Println(atomic.LoadInt64(&n))
}
