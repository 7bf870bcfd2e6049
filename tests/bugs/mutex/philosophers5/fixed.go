// fixed: a waiter lets at most four philosophers sit at the table.
// outputs: "[1 1 1 1 1]\n"

package main

import (
	"fmt"
	"sync"
)

func main() {
	var forks [5]sync.Mutex
	meals := make([]int, 5)
	seats := make(chan struct{}, 4)
	var wg sync.WaitGroup
	for i := range 5 {
		wg.Go(func() {
			seats <- struct{}{}
			defer func() { <-seats }()
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
