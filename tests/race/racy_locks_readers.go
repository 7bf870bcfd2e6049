package main

import (
	"runtime"
	"sync"
)

// locks: this write under main.mu for reading (./racy_locks_readers.go:28), the previous read under main.mu for reading (./racy_locks_readers.go:19)
// order: main.mu is held for reading only at both; a write needs Lock

var (
	mu sync.RWMutex
	m  struct{ hits, misses int }
)

func main() {
	read := make(chan bool)
	go func() {
		mu.RLock()
		println(m.hits) // RACE
		mu.RUnlock()
		runtime.RaceDisable()
		read <- true
	}()
	runtime.RaceDisable()
	<-read
	runtime.RaceEnable()
	mu.RLock()
	m.hits++ // RACE
	mu.RUnlock()
}
