package main

import (
	"sync"
	"time"
)

var x int

func main() {
	var mu sync.RWMutex
	go func() {
		mu.RLock()
		x = 1 // RACE
		mu.RUnlock()
	}()
	time.Sleep(time.Second)
	mu.RLock()
	x = 2 // RACE
	mu.RUnlock()
}
