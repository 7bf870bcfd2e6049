// fixed: the context is looked at again before the job is done.
// outputs: "done\n"

package main

import (
	"context"
	"fmt"
	"sync"
)

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	jobs := make(chan func(), 1)
	jobs <- func() {
		if ctx.Err() != nil {
			panic("work after cancel")
		}
	}
	cancel()
	var wg sync.WaitGroup
	wg.Go(func() {
		select {
		case job := <-jobs:
			if ctx.Err() != nil {
				return
			}
			job()
		case <-ctx.Done():
		}
	})
	wg.Wait()
	fmt.Println("done")
}
