// A request whose time is over leaves its worker behind: nobody receives what that sends. The worker could answer at once,
// and does if the timer fires last.
//
// WANT 1 goroutine leaked
package main

import (
	"fmt"
	"time"
)

func fetch() int {
	result := make(chan int)
	go func() { result <- 42 }()
	select {
	case n := <-result:
		return n
	case <-time.After(5 * time.Millisecond):
		return 0
	}
}

func main() {
	fmt.Println(fetch())
}
