// bug: deadlock bug.go:23
// bug: deadlock bug.go:26
// why: The workers stop at the context's end, which comes only after main, by defer, and main waits for the workers.
// depth: 0 (every schedule)

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
	wg.Wait()
	fmt.Println(ticks.Load())
}
