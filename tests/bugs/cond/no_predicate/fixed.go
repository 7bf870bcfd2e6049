// fixed: a variable says that the event has happened.
// outputs: "loaded\n"

package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	loaded := false
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		for !loaded {
			cond.Wait()
		}
		fmt.Println("loaded")
	})
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		loaded = true
		cond.Signal()
	})
	wg.Wait()
}
