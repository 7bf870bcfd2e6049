// fixed: the copy is made under the lock.
// outputs: "0 1 0\n"

package main

import (
	"fmt"
	"sync"
)

type stats struct{ sent, failed int }

func main() {
	var mu sync.Mutex
	s := &stats{}
	var shown stats
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		s.failed++
	})
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		shown = *s
	})
	wg.Wait()
	fmt.Println(s.sent, s.failed, shown.sent)
}
