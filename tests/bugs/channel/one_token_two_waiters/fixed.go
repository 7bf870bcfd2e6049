// fixed: the channel is closed, which every worker sees.
// outputs: "2\n"

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
	close(stop)
	wg.Wait()
	fmt.Println(ended.Load())
}
