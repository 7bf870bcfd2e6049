// bug: panic "work after cancel" bug.go:18
// why: A select with a job and the context's end both ready may take the job.
// depth: 0 (some schedules)

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
			job()
		case <-ctx.Done():
		}
	})
	wg.Wait()
	fmt.Println("done")
}
