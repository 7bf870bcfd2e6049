// bug: deadlock bug.go:18
// bug: deadlock bug.go:22
// why: Both sides send on an unbuffered channel before they receive.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"sync"
)

func main() {
	left, right := make(chan int), make(chan int)
	var wg sync.WaitGroup
	var a, b int
	wg.Go(func() {
		right <- 1
		a = <-left
	})
	wg.Go(func() {
		left <- 2
		b = <-right
	})
	wg.Wait()
	fmt.Println(a, b)
}
