// bug: race s.failed bug.go:22
// why: snapshot copies the whole struct without the lock that its writers hold.
// depth: 0 (every schedule)

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
		shown = *s
	})
	wg.Wait()
	fmt.Println(s.sent, s.failed, shown.sent)
}
