// bug: deadlock bug.go:21
// why: The buffer has room for one error, but two workers can fail before main reads, which waits for all first.
// depth: 1

package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	errs := make(chan error, 1)
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
