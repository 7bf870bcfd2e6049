// bug: race c.level bug.go:21
// why: The struct is changed after its pointer has been stored atomically, when a reader may have it already.
// depth: 0 (some schedules)

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
		current.Store(c)
		c.level = 2
	})
	wg.Go(func() {
		if c := current.Load(); c != nil && c.level > 2 {
			panic("level")
		}
	})
	wg.Wait()
	fmt.Println(current.Load().level)
}
