package main

import "sync"

func main() {
	var once sync.Once
	var wg sync.WaitGroup
	x := 0
	value := sync.OnceValue(func() int { return x })
	for range 8 {
		wg.Go(func() {
			once.Do(func() { x = 7 })
			_ = x
			_ = value()
		})
	}
	wg.Wait()
	println(x, value())
}
