// fixed: the slice is clipped, so that append copies it.
// outputs: "[0 0 1] [0 0 2]\n"

package main

import (
	"fmt"
	"slices"
	"sync"
)

func with(list []int, x int) []int {
	return append(list, x)
}

func main() {
	base := make([]int, 2, 4)
	base = slices.Clip(base)
	var a, b []int
	var wg sync.WaitGroup
	wg.Go(func() { a = with(base, 1) })
	wg.Go(func() { b = with(base, 2) })
	wg.Wait()
	fmt.Println(a, b)
}
