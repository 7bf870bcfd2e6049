package main

import (
	"sync"
	"time"
)

func main() {
	var a, b sync.Mutex
	x := 0
	go func() {
		a.Lock()
		x = 1 // RACE
		a.Unlock()
	}()
	time.Sleep(20 * time.Millisecond)
	b.Lock()
	x = 2 // RACE
	b.Unlock()
}
