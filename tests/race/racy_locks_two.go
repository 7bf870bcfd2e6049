package main

import (
	"runtime"
	"sync"
)

// locks: this write under b.Mutex (./racy_locks_two.go:39) and a.Mutex (./racy_locks_two.go:40), the previous write under main.locks[2].Mutex (./racy_locks_two.go:29)
// order: different locks do not order them; one lock held at both accesses would keep them apart, whichever comes first; a channel or a WaitGroup would say which comes first

type locked struct{ sync.Mutex }

var (
	x     int
	locks [3]*locked
)

func main() {
	for i := range locks {
		locks[i] = new(locked)
	}
	a, b := &locked{}, &locked{}
	written := make(chan bool)
	go func() {
		a.Lock()
		a.Unlock()
		locks[1].Lock()
		locks[1].Unlock()
		locks[2].Lock()
		x = 1 // RACE
		locks[2].Unlock()
		runtime.RaceDisable()
		written <- true
	}()
	runtime.RaceDisable()
	<-written
	runtime.RaceEnable()
	take := func() {
		b.Lock()
		a.Lock()
	}
	take()
	x = 2 // RACE
	a.Unlock()
	b.Unlock()
}
