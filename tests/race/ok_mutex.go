package main

import "sync"

func main() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	x, tried := 0, 0
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 200 {
				mu.Lock()
				x++
				mu.Unlock()
				if mu.TryLock() {
					tried++
					mu.Unlock()
				}
			}
		}()
	}
	wg.Wait()
	println(x)
}
