package main

import (
	"sync"
	"sync/atomic"
)

func main() {
	var wg sync.WaitGroup
	var count atomic.Int64
	start := make(chan struct{})
	for i := range 1000 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-start
			count.Add(int64(i))
		}()
	}
	name := "all"
	close(start)
	wg.Wait()
	println(name, count.Load())
}
