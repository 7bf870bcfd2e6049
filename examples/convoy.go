// One long task stands before many short ones on one P. Preemption cuts it off after a time slice, so the short ones need
// not wait for its end.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

func main() {
	runtime.GOMAXPROCS(1)
	var stop atomic.Bool
	var short sync.WaitGroup
	long := make(chan bool)
	short.Add(100)
	go func() {
		for !stop.Load() {
		}
		long <- true
	}()
	for i := 0; i < 100; i++ {
		go short.Done()
	}
	short.Wait()
	stop.Store(true)
	<-long
	fmt.Println("100 short tasks ended before the long one")
}

// Output:
// 100 short tasks ended before the long one
