// WANT the program does not end
package main

import (
	"runtime"
	"sync/atomic"
)

func main() {
	var waits, busy atomic.Bool
	done := make(chan bool)
	go func() {
		waits.Store(true)
		for busy.Load() {
			runtime.Gosched()
		}
		done <- true
	}()
	busy.Store(true)
	if !waits.Load() {
		busy.Store(false)
	}
	<-done
}
