// ALL
package main

import "sync"

func main() {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	both := func(first, second *sync.Mutex) {
		first.Lock()
		second.Lock()
		second.Unlock()
		first.Unlock()
	}
	wg.Go(func() { both(&a, &b) })
	wg.Go(func() { both(&a, &b) })
	wg.Wait()
}
