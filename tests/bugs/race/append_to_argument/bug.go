// bug: race list[2] bug.go:13
// why: The slice is passed by value, but both goroutines append into the spare room of the one array behind it.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
)

func with(list []int, x int) []int {
	return append(list, x)
}

func main() {
	base := make([]int, 2, 4)
	var a, b []int
	var wg sync.WaitGroup
	wg.Go(func() { a = with(base, 1) })
	wg.Go(func() { b = with(base, 2) })
	wg.Wait()
	fmt.Println(a, b)
}
