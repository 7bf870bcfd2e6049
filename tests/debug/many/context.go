package main

import (
	"context"
	"errors"
	"fmt"
)

var errClosed = errors.New("closed")

func wait(ctx context.Context, causes chan<- error) {
	<-ctx.Done()
	causes <- context.Cause(ctx)
}

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	causes := make(chan error, 1000)
	for range 1000 {
		go wait(ctx, causes)
	}
	cancel(errClosed)
	closed := 0
	for range 1000 {
		if errors.Is(<-causes, errClosed) {
			closed++
		}
	}
	fmt.Println(closed)
}
