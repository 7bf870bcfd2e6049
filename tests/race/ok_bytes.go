package main

import "sync"

func main() {
	// Bytes of one word that belong to different goroutines.
	var a [16]byte
	var wg sync.WaitGroup
	for i := range a {
		wg.Go(func() {
			for range 100 {
				a[i]++
			}
		})
	}
	wg.Wait()
	println(a[0], a[15])
}
