// Every run leaks a goroutine, which is no reason not to look for more.
//
// WANT panic: early
package main

import "sync/atomic"

func main() {
	go func() { select {} }()
	var ready atomic.Bool
	done := make(chan bool)
	go func() {
		ready.Store(true)
		done <- true
	}()
	if ready.Load() {
		panic("early")
	}
	<-done
}
