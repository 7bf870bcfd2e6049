// WANT fatal error: all goroutines are asleep - deadlock!
package main

import "sync"

func main() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ready := false
	go func() {
		mu.Lock()
		ready = true
		mu.Unlock()
		c.Signal()
	}()
	mu.Lock()
	is := ready
	mu.Unlock()
	// The signal can come here.
	if !is {
		mu.Lock()
		c.Wait()
		mu.Unlock()
	}
}
