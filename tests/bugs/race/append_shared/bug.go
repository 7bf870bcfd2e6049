// bug: race squares bug.go:18
// why: Goroutines append to one captured slice.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sort"
	"sync"
)

func main() {
	var squares []int
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			squares = append(squares, i*i)
		})
	}
	wg.Wait()
	sort.Ints(squares)
	fmt.Println(squares)
}
