// WANT exit status 3
package main

import (
	"os"
	"sync"
)

func main() {
	var mu sync.Mutex
	n := 1
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		n *= 2
	})
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		n++
	})
	wg.Wait()
	if n == 3 {
		os.Exit(3)
	}
}
