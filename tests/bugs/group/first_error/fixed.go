// fixed: a Once lets only the first error through.
// outputs: "task failed\n"

package main

import (
	"errors"
	"fmt"
	"sync"
)

type group struct {
	wg   sync.WaitGroup
	once sync.Once
	err  error
}

func (g *group) run(task func() error) {
	g.wg.Go(func() {
		if err := task(); err != nil {
			g.once.Do(func() { g.err = err })
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
