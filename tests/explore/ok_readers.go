// ALL
package main

import "sync"

func main() {
	var mu sync.RWMutex
	n, seen := 0, [2]int{}
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			mu.RLock()
			defer mu.RUnlock()
			seen[i] = n
		})
	}
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		n = 1
	})
	wg.Wait()
	if n != 1 || seen[0]+seen[1] > 2 {
		panic("wrong")
	}
}
