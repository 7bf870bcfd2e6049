// bug: leak bug.go:16
// why: The worker looks at the context before it works, but not when it delivers to a caller that may have gone.
// depth: 1

package main

import (
	"context"
	"fmt"
)

func search(ctx context.Context, found chan<- string) {
	if ctx.Err() != nil {
		return
	}
	found <- "needle"
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	found := make(chan string)
	go search(ctx, found)
	go cancel()
	select {
	case <-found:
	case <-ctx.Done():
	}
	cancel()
	fmt.Println("done")
}
