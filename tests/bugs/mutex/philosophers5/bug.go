// bug: deadlock bug.go:21
// why: Five goroutines must each be stopped between their two locks before the circle of waiting is complete.
// depth: 4

package main

import (
	"fmt"
	"sync"
)

func main() {
	var forks [5]sync.Mutex
	meals := make([]int, 5)
	var wg sync.WaitGroup
	for i := range 5 {
		wg.Go(func() {
			left, right := i, (i+1)%5
			forks[left].Lock()
			defer forks[left].Unlock()
			forks[right].Lock()
			defer forks[right].Unlock()
			meals[i]++
		})
	}
	wg.Wait()
	fmt.Println(meals)
}
