// bug: deadlock bug.go:20
// why: Each of three goroutines locks its own fork, then its neighbour's: all three may hold one and wait for the next.
// depth: 2

package main

import (
	"fmt"
	"sync"
)

func main() {
	var forks [3]sync.Mutex
	meals := make([]int, 3)
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			left, right := i, (i+1)%3
			forks[left].Lock()
			forks[right].Lock()
			meals[i]++
			forks[right].Unlock()
			forks[left].Unlock()
		})
	}
	wg.Wait()
	fmt.Println(meals)
}
