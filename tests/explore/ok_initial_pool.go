// An object that initialisation has put into a pool is there.
package main

import "sync"

var p sync.Pool

func init() { p.Put(new(int)) }
func main() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { mu.Lock(); mu.Unlock() })
	}
	if p.Get() == nil {
		panic("empty")
	}
	wg.Wait()
}
