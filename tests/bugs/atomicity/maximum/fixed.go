// fixed: CompareAndSwap stores only over the value that was compared.
// outputs: "5\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var most atomic.Int32
	raise := func(n int32) {
		for old := most.Load(); n > old; old = most.Load() {
			if most.CompareAndSwap(old, n) {
				return
			}
		}
	}
	var wg sync.WaitGroup
	for _, n := range []int32{3, 5} {
		wg.Go(func() { raise(n) })
	}
	wg.Wait()
	if most.Load() != 5 {
		panic("maximum lost")
	}
	fmt.Println(most.Load())
}
