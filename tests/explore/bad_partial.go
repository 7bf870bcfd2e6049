// WANT 2 goroutines leaked
package main

import "sync"

// Two goroutines wait for each other; main does not wait for them.
func main() {
	var a, b sync.Mutex
	done := make(chan bool, 2)
	both := func(first, second *sync.Mutex) {
		first.Lock()
		second.Lock()
		second.Unlock()
		first.Unlock()
		done <- true
	}
	go both(&a, &b)
	go both(&b, &a)
	for range 4 {
		select {
		case <-done:
		default:
		}
	}
}
