// WANT data race on main.hint
package main

import "sync"

var hint int

// A race that changes nothing.
func main() {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { hint = 1 })
	}
	wg.Wait()
}
