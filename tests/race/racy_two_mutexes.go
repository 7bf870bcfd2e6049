package main

import (
	"sync"
	"time"
)

var x int

func main() {
	var a, b sync.Mutex
	go func() {
		a.Lock()
		x = 1 // RACE
		a.Unlock()
	}()
	time.Sleep(time.Second)
	b.Lock()
	x = 2 // RACE
	b.Unlock()
}
