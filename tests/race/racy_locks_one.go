package main

import (
	"runtime"
	"sync"
)

// locks: this read under no lock, the previous write under a.mu (./racy_locks_one.go:24)
// order: a.mu held at this read too would keep them apart

type account struct {
	mu      sync.Mutex
	balance int
}

var kept int

func main() {
	a := &account{}
	written := make(chan bool)
	go func() {
		runtime.RaceDisable()
		defer func() { written <- true }()
		a.mu.Lock()
		defer a.mu.Unlock()
		a.balance = 1 // RACE
	}()
	runtime.RaceDisable()
	<-written
	runtime.RaceEnable()
	kept = a.balance // RACE
}
