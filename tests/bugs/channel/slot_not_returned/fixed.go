// fixed: the slot is given back by defer.
// outputs: "2\n"

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
			defer func() { <-slots }()
			if _, dup := seen.LoadOrStore(key, true); dup {
				return
			}
		})
	}
	wg.Wait()
	n := 0
	seen.Range(func(any, any) bool { n++; return true })
	fmt.Println(n)
}
