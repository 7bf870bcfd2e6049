package main

import (
	"fmt"
	"sync"
)

func main() {
	in, out := make(chan int), make(chan int, 2)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for x := range in {
				out <- x * x
			}
		})
	}
	go func() {
		for i := range 3 {
			in <- i
		}
		close(in)
		wg.Wait()
		close(out)
	}()
	sum := 0
	for x := range out {
		sum += x
	}
	if sum != 5 {
		panic(fmt.Sprint("sum ", sum))
	}
}
