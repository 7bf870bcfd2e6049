// fixed: Wait stands behind the loop.
// outputs: "[1 4 9]\n"

package main

import (
	"fmt"
	"sync"
)

func main() {
	parts := []int{1, 2, 3}
	squares := make([]int, len(parts))
	var wg sync.WaitGroup
	wg.Add(len(parts))
	for i, n := range parts {
		go func() {
			defer wg.Done()
			squares[i] = n * n
		}()
	}
	wg.Wait()
	fmt.Println(squares)
}
