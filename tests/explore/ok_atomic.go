// ALL
package main

import (
	"sync"
	"sync/atomic"
)

func main() {
	var n atomic.Int64
	var once sync.Once
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			once.Do(func() { n.Add(10) })
			n.Add(1)
		})
	}
	wg.Wait()
	if n.Load() != 12 {
		panic("wrong")
	}
}
