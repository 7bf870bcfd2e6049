// fixed: each request carries a reply channel of its own.
// outputs: "done\n"

package main

import (
	"fmt"
	"sync"
)

type request struct {
	n     int
	reply chan int
}

func main() {
	requests := make(chan request)
	go func() {
		for r := range requests {
			go func() { r.reply <- r.n * r.n }()
		}
	}()
	var wg sync.WaitGroup
	for n := range 2 {
		wg.Go(func() {
			replies := make(chan int)
			requests <- request{n, replies}
			if got := <-replies; got != n*n {
				panic("wrong reply")
			}
		})
	}
	wg.Wait()
	close(requests)
	fmt.Println("done")
}
