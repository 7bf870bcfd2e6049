package main

import "sync"

func main() {
	pool := sync.Pool{New: func() any { return new([4]int) }}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 200 {
				p := pool.Get().(*[4]int)
				p[i%4]++
				pool.Put(p)
			}
		})
	}
	wg.Wait()
	println("done")
}
