// WANT fatal error: all goroutines are asleep - deadlock!
package main

import "sync"

// A reader that locks again while a writer waits.
func main() {
	var mu sync.RWMutex
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.RLock()
		mu.RLock()
		mu.RUnlock()
		mu.RUnlock()
	})
	wg.Go(func() {
		mu.Lock()
		mu.Unlock()
	})
	wg.Wait()
}
