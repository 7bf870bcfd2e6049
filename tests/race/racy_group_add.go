package main

import (
	"sync"
	"time"
)

func main() {
	var wg sync.WaitGroup
	go func() {
		wg.Add(1) // RACE
		time.Sleep(3 * time.Second)
		wg.Done()
	}()
	time.Sleep(time.Second)
	wg.Wait() // RACE
}
