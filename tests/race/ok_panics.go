package main

import (
	"runtime"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	var mu sync.Mutex
	x := 0
	for i := range 6 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() { recover() }()
			mu.Lock()
			defer mu.Unlock()
			x++
			if i%2 == 0 {
				panic(i)
			}
			runtime.Goexit()
		}()
	}
	wg.Wait()
	println(x)
}
