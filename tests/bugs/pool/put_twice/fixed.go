// fixed: only the deferred call gives it back.
// outputs: "done\n"

package main

import (
	"errors"
	"fmt"
	"sync"
)

type buffer struct{ n int }

func main() {
	pool := sync.Pool{New: func() any { return new(buffer) }}
	use := func(n int) error {
		b := pool.Get().(*buffer)
		defer pool.Put(b)
		b.n = n
		if n == 0 {
			return errors.New("empty")
		}
		return nil
	}
	var wg sync.WaitGroup
	_ = use(0)
	for i := range 2 {
		wg.Go(func() { _ = use(i + 1) })
	}
	wg.Wait()
	fmt.Println("done")
}
