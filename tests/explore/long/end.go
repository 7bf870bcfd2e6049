// Its run has more steps than are kept.
package main

import "sync"

func main() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for range 150_000 {
				mu.Lock()
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	panic("at the end")
}
