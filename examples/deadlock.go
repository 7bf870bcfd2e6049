// Everybody waits for somebody else: the runtime says so instead of waiting for ever.
package main

import "sync"

func main() {
	var a, b sync.Mutex
	met := make(chan bool)
	a.Lock()
	go func() {
		b.Lock()
		met <- true
		a.Lock()
	}()
	<-met
	b.Lock()
}

// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
