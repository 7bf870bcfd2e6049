// bug: panic "transaction ended twice" bug.go:41
// why: the context's time may be up between Commit's test of done and its setting; then the watcher rolls back, too
// depth: 1
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
	if tx.done.Load() {
		return errDone
	}
	tx.done.Store(true)
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
