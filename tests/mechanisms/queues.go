// A thousand goroutines are made before any of them runs.
package main

import "sync"

func main() {
	var wg sync.WaitGroup
	for range 1000 {
		wg.Add(1)
		go wg.Done()
	}
	wg.Wait()
	println("done")
}
