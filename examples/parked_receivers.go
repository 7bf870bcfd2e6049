// Receivers that wait stand in the queue of their channel, first come first served; a send wakes exactly one.
package main

import (
	"fmt"
	"runtime"
)

func main() {
	runtime.GOMAXPROCS(1)
	ch := make(chan int)
	got := make(chan [2]int, 3)
	for i := range 3 {
		go func() { got <- [2]int{i, <-ch} }()
		runtime.Gosched()
	}
	for v := range 3 {
		ch <- v
		pair := <-got
		fmt.Println("receiver", pair[0], "got", pair[1])
	}
}

// Flags: --without preempt
// Output:
// receiver 0 got 0
// receiver 1 got 1
// receiver 2 got 2
