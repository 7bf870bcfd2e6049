// bug: leak bug.go:16
// why: The worker waits for a context of its own making instead of the caller's, which is cancelled.
// depth: 0 (some schedules)

package main

import (
	"context"
	"fmt"
)

func start(ctx context.Context, events <-chan int) {
	own, cancel := context.WithCancel(context.Background())
	go func() {
		defer cancel()
		select {
		case <-events:
		case <-own.Done():
		}
	}()
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	start(ctx, make(chan int))
	cancel()
	fmt.Println(ctx.Err())
}
