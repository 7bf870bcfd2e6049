// bug: deadlock bug.go:19
// why: One value is sent as the signal to stop, but two workers wait for it.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	stop := make(chan struct{})
	var ended atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			<-stop
			ended.Add(1)
		})
	}
	stop <- struct{}{}
	wg.Wait()
	fmt.Println(ended.Load())
}
