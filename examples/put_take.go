// One CPU-bound put for three takes. A take that waits must not hold a thread or a P: if it did, three of four would
// only wait, and a quarter of the machine would work.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

var steps atomic.Int64

func put(ch chan<- bool) {
	n := int64(0)
	for i := 0; i < 1000; i++ {
		n++
	}
	steps.Add(n)
	ch <- true
	ch <- true
	ch <- true
}

func take(ch <-chan bool, taken *atomic.Int64, wg *sync.WaitGroup) {
	<-ch
	taken.Add(1)
	wg.Done()
}

func main() {
	ch := make(chan bool, 3000)
	var taken atomic.Int64
	var wg sync.WaitGroup
	for i := 0; i < 1000; i++ {
		wg.Add(3)
		go put(ch)
		go take(ch, &taken, &wg)
		go take(ch, &taken, &wg)
		go take(ch, &taken, &wg)
	}
	wg.Wait()
	fmt.Println("steps:", steps.Load(), "taken:", taken.Load(), "left:", len(ch))
}

// Output:
// steps: 1000000 taken: 3000 left: 0
