// bug: panic "wrong reply" bug.go:30
// why: All clients receive from one reply channel, so that a client can get the answer to another one's request.
// depth: 0 (some schedules)

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
	replies := make(chan int)
	go func() {
		for r := range requests {
			go func() { r.reply <- r.n * r.n }()
		}
	}()
	var wg sync.WaitGroup
	for n := range 2 {
		wg.Go(func() {
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
