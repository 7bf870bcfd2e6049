// bug: race g.err bug.go:21
// why: Every task that fails writes the group's error, and no lock orders the writes.
// depth: 0 (every schedule)

package main

import (
	"errors"
	"fmt"
	"sync"
)

type group struct {
	wg  sync.WaitGroup
	err error
}

func (g *group) run(task func() error) {
	g.wg.Go(func() {
		if err := task(); err != nil {
			g.err = err
		}
	})
}

func main() {
	g := &group{}
	for range 2 {
		g.run(func() error { return errors.New("task failed") })
	}
	g.wg.Wait()
	fmt.Println(g.err)
}
