// fixed: the second side receives first.
// outputs: "2 1\n"

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
		b = <-right
		left <- 2
	})
	wg.Wait()
	fmt.Println(a, b)
}
