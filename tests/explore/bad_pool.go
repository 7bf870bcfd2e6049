// A buffer is given back twice: two goroutines get the same one.
//
// WANT data race on b.n
package main

import "sync"

type buffer struct{ n int }

func main() {
	pool := sync.Pool{New: func() any { return new(buffer) }}
	use := func(n int) {
		b := pool.Get().(*buffer)
		defer pool.Put(b)
		b.n = n
		if n == 0 {
			pool.Put(b)
		}
	}
	var wg sync.WaitGroup
	use(0)
	for i := range 2 {
		wg.Go(func() { use(i + 1) })
	}
	wg.Wait()
}
