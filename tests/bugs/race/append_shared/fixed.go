// fixed: each goroutine writes its own element of a slice that is long enough.
// outputs: "[0 1 4]\n"

package main

import (
	"fmt"
	"sort"
	"sync"
)

func main() {
	squares := make([]int, 3)
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			squares[i] = i * i
		})
	}
	wg.Wait()
	sort.Ints(squares)
	fmt.Println(squares)
}
