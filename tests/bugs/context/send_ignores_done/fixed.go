// fixed: the send is a case of a select with the context.
// outputs: "done\n"

package main

import (
	"context"
	"fmt"
)

func search(ctx context.Context, found chan<- string) {
	if ctx.Err() != nil {
		return
	}
	select {
	case found <- "needle":
	case <-ctx.Done():
	}
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
