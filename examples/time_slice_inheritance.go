// A goroutine that keeps starting its own successor always sits in the place of the next to run. Its successors inherit
// the rest of its time slice, so when that is over the others get their turn, on one P as well.
package main

import (
	"fmt"
	"runtime"
	"sync/atomic"
)

var (
	stop      atomic.Bool
	successor atomic.Int64
)

func respawn() {
	successor.Add(1)
	if !stop.Load() {
		go respawn()
	}
}

func main() {
	runtime.GOMAXPROCS(1)
	ran := make(chan bool)
	go respawn()
	go func() {
		for successor.Load() < 1000 {
			runtime.Gosched()
		}
		ran <- true
	}()
	<-ran
	stop.Store(true)
	fmt.Println("the other goroutine had its turns")
}

// Output:
// the other goroutine had its turns
