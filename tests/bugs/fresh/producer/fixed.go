// fixed: the producer stops when the context is cancelled
// outputs: "row 3: bad checksum\n"
package main

import (
	"context"
	"fmt"
	"sync"
)

// Group runs functions; the first error cancels the context.
type Group struct {
	wg     sync.WaitGroup
	once   sync.Once
	err    error
	cancel context.CancelFunc
}

func WithContext(parent context.Context) (*Group, context.Context) {
	ctx, cancel := context.WithCancel(parent)
	return &Group{cancel: cancel}, ctx
}

func (g *Group) Go(f func() error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		if err := f(); err != nil {
			g.once.Do(func() {
				g.err = err
				g.cancel()
			})
		}
	}()
}

func (g *Group) Wait() error {
	g.wg.Wait()
	g.cancel()
	return g.err
}

func importRow(row int) error {
	if row == 3 {
		return fmt.Errorf("row %d: bad checksum", row)
	}
	return nil
}

func main() {
	g, ctx := WithContext(context.Background())
	rows := make(chan int)
	go func() {
		defer close(rows)
		for i := 1; i <= 5; i++ {
			select {
			case rows <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	for range 2 {
		g.Go(func() error {
			for {
				select {
				case <-ctx.Done():
					return ctx.Err()
				case row, ok := <-rows:
					if !ok {
						return nil
					}
					if err := importRow(row); err != nil {
						return err
					}
				}
			}
		})
	}
	fmt.Println(g.Wait())
}
