// fixed: main cancels before it waits.
// outputs: "2\n"

package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var ticks atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			ticks.Add(1)
			<-ctx.Done()
		})
	}
	cancel()
	wg.Wait()
	fmt.Println(ticks.Load())
}
