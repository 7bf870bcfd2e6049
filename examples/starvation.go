// On one P a goroutine is always followed by a successor that it has started, so the P's own queue is never empty. Looking at the
// global queue every 61st time keeps the goroutine that stands there from starving.
package main

import (
	"fmt"
	"runtime"
)

var (
	left = 20000
	over = make(chan bool)
)

func chain() {
	left--
	if left == 0 {
		close(over)
		return
	}
	go chain()
	go func() {}()
}

func main() {
	runtime.GOMAXPROCS(1)
	turns := 0
	// It ends with the chain, for while main prints, the P is free.
	go func() {
		for left > 0 {
			turns++
			runtime.Gosched()
		}
	}()
	go chain()
	<-over
	fmt.Println("more than 100 turns:", turns > 100)
}

// Output:
// more than 100 turns: true
