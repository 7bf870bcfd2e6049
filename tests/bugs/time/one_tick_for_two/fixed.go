// fixed: a context's end is seen by all.
// outputs: "done\n"

package main

import (
	"context"
	"fmt"
	"sync"
	"time"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	timeout := ctx.Done()
	jobs := make(chan int)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			select {
			case <-jobs:
			case <-timeout:
			}
		})
	}
	wg.Wait()
	fmt.Println("done")
}
