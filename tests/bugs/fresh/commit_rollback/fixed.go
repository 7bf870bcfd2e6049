// fixed: done is set by compare-and-swap
// outputs: "committed\n" | "rolled back: transaction has already ended\n"
package main

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

var errDone = errors.New("transaction has already ended")

type Tx struct {
	done   atomic.Bool
	ends   atomic.Int32
	cancel context.CancelFunc
	gone   chan struct{}
}

// Begin starts a transaction that is rolled back when ctx is done.
func Begin(ctx context.Context) *Tx {
	ctx, cancel := context.WithCancel(ctx)
	tx := &Tx{cancel: cancel, gone: make(chan struct{})}
	go func() {
		defer close(tx.gone)
		<-ctx.Done()
		tx.Rollback()
	}()
	return tx
}

func (tx *Tx) end() error {
	if !tx.done.CompareAndSwap(false, true) {
		return errDone
	}
	if tx.ends.Add(1) > 1 {
		panic("transaction ended twice")
	}
	return nil
}

func (tx *Tx) Rollback() error {
	return tx.end()
}

func (tx *Tx) Commit() error {
	defer tx.cancel()
	return tx.end()
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	tx := Begin(ctx)
	time.Sleep(10 * time.Millisecond) // the statements
	if err := tx.Commit(); err != nil {
		fmt.Println("rolled back:", err)
	} else {
		fmt.Println("committed")
	}
	<-tx.gone
}
