// fixed: the worker derives its context from the caller's.
// outputs: "context canceled\n"

package main

import (
	"context"
	"fmt"
)

func start(ctx context.Context, events <-chan int) {
	own, cancel := context.WithCancel(ctx)
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
