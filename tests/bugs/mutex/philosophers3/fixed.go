// fixed: the last philosopher takes the forks in the other order.
// outputs: "[1 1 1]\n"

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
			if right < left {
				left, right = right, left
			}
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
