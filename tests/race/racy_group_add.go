package main

import (
	"sync"
	"time"
)

func main() {
	var wg sync.WaitGroup
	go func() {
		wg.Add(1) // RACE
		time.Sleep(50 * time.Millisecond)
		wg.Done()
	}()
	time.Sleep(20 * time.Millisecond)
	wg.Wait() // RACE
}
