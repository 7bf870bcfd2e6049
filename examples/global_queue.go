// Two goroutines that always ready each other keep a P's own queue from ever being empty. Every 61st time the P looks at
// the global queue first; there Gosched has put the third one.
package main

import (
	"fmt"
	"runtime"
)

func main() {
	runtime.GOMAXPROCS(1)
	a, b := make(chan int), make(chan int)
	stop := make(chan bool)
	go func() {
		for v := range a {
			b <- v
		}
	}()
	stopped := make(chan bool)
	go func() {
		for {
			select {
			case <-stop:
				close(stopped)
				return
			case a <- 1:
				<-b
			}
		}
	}()
	done := make(chan bool)
	go func() {
		for range 100 {
			runtime.Gosched() // to the tail of the global queue
		}
		done <- true
	}()
	<-done
	close(stop)
	<-stopped
	fmt.Println("the goroutine in the global queue did not starve")
}

// Output:
// the goroutine in the global queue did not starve
