package main

import (
	"runtime"
	"sync"
)

// Which goroutine holds a lock that another one gives back is not known.
// locks: no lock was held at either access

var x int

func main() {
	var mu sync.Mutex
	written := make(chan bool)
	mu.Lock()
	go func() {
		mu.Unlock()
		x = 1 // RACE
		runtime.RaceDisable()
		written <- true
	}()
	runtime.RaceDisable()
	<-written
	runtime.RaceEnable()
	x = 2 // RACE
}
