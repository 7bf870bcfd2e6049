package main

import "sync"

func main() {
	var mu sync.RWMutex
	var wg sync.WaitGroup
	x := 0
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range 200 {
				switch {
				case (i+j)%4 == 0:
					mu.Lock()
					x++
					mu.Unlock()
				case j%3 == 0:
					if mu.TryRLock() {
						_ = x
						mu.RUnlock()
					}
				case j%7 == 0:
					l := mu.RLocker()
					l.Lock()
					_ = x
					l.Unlock()
				case j%11 == 0:
					if mu.TryLock() {
						x++
						x--
						mu.Unlock()
					}
				default:
					mu.RLock()
					_ = x
					mu.RUnlock()
				}
			}
		}()
	}
	wg.Wait()
	println(x)
}
