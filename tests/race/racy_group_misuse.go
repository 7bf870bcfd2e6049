package main

import (
	"sync"
	"time"
)

var x int

func main() {
	// Done orders a worker before Wait only, not before another worker.
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		x = 1 // RACE
		wg.Done()
	}()
	go func() {
		time.Sleep(time.Second)
		x = 2 // RACE
		wg.Done()
	}()
	wg.Wait()
}
