// fixed: the struct is complete before it is published.
// outputs: "2\n"

package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type config struct{ name, level int }

func main() {
	var current atomic.Pointer[config]
	var wg sync.WaitGroup
	wg.Go(func() {
		c := &config{name: 1}
		c.level = 2
		current.Store(c)
	})
	wg.Go(func() {
		if c := current.Load(); c != nil && c.level > 2 {
			panic("level")
		}
	})
	wg.Wait()
	fmt.Println(current.Load().level)
}
