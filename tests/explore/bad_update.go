// WANT panic: lost update
package main

import "sync"

type account struct{ balance int }

// work takes long and touches nothing that another goroutine sees.
func work() int {
	x := 1
	for i := range 10000 {
		x = x*31 + i
	}
	return x
}

func main() {
	a := &account{}
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if work() != 0 {
				a.balance++
			}
		}()
	}
	wg.Wait()
	if a.balance != 2 {
		panic("lost update")
	}
}
