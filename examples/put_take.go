// One CPU-bound put for three takes. A take that waits must not hold a thread or a P: if it did, three of four would
// only wait, and a quarter of the machine would work. An argument says how many puts there are, and a second how many steps a put has.
package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
)

var steps atomic.Int64

var puts, work = argument(1), argument(2)

func argument(n int) int {
	if n < len(os.Args) {
		if v, err := strconv.Atoi(os.Args[n]); err == nil {
			return v
		}
	}
	return 1000
}

func put(ch chan<- bool) {
	n := int64(0)
	for i := 0; i < work; i++ {
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
	ch := make(chan bool, 3*puts)
	var taken atomic.Int64
	var wg sync.WaitGroup
	for i := 0; i < puts; i++ {
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
