package main

import "sync"

var total int

func main() {
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			total++ // RACE RACE
		}()
	}
	wg.Wait()
}
