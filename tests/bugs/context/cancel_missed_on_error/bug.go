// bug: leak bug.go:20
// why: open returns its error without cancelling the context that the watcher waits for.
// depth: 1

package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

var busy atomic.Bool

func open() error {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-ctx.Done()
	}()
	if !busy.CompareAndSwap(false, true) {
		return errors.New("busy")
	}
	busy.Store(false)
	cancel()
	return nil
}

func main() {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { _ = open() })
	}
	wg.Wait()
	fmt.Println("done")
}
