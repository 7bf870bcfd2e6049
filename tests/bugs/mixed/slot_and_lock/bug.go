// bug: deadlock bug.go:20
// bug: deadlock bug.go:27
// why: A semaphore made of a channel and a mutex are taken in opposite order.
// depth: 1

package main

import (
	"fmt"
	"sync"
)

func main() {
	slots := make(chan struct{}, 1)
	var mu sync.Mutex
	n := 0
	var wg sync.WaitGroup
	wg.Go(func() {
		slots <- struct{}{}
		mu.Lock()
		n++
		mu.Unlock()
		<-slots
	})
	wg.Go(func() {
		mu.Lock()
		slots <- struct{}{}
		n++
		<-slots
		mu.Unlock()
	})
	wg.Wait()
	fmt.Println(n)
}
