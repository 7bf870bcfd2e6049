// fixed: both goroutines take the slot first.
// outputs: "2\n"

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
		slots <- struct{}{}
		mu.Lock()
		n++
		<-slots
		mu.Unlock()
	})
	wg.Wait()
	fmt.Println(n)
}
