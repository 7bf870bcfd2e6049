// bug: deadlock bug.go:18
// why: A job that finds its key done returns without giving its slot back, so a later job waits for ever.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"sync"
)

func main() {
	slots := make(chan struct{}, 1)
	var seen sync.Map
	var wg sync.WaitGroup
	for _, key := range []string{"a", "a", "b"} {
		wg.Go(func() {
			slots <- struct{}{}
			if _, dup := seen.LoadOrStore(key, true); dup {
				return
			}
			<-slots
		})
	}
	wg.Wait()
	n := 0
	seen.Range(func(any, any) bool { n++; return true })
	fmt.Println(n)
}
