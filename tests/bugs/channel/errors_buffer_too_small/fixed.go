// fixed: the buffer has room for the errors of all workers.
// outputs: "done\n"

package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	errs := make(chan error, 3)
	var busy atomic.Bool
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if !busy.CompareAndSwap(false, true) {
				errs <- errors.New("busy")
				return
			}
			busy.Store(false)
		})
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		_ = err
	}
	fmt.Println("done")
}
