// A goroutine that reads a channel all the time shares one P with one that prints: neither starves the other.
package main

import (
	"fmt"
	"runtime"
	"sync/atomic"
)

var reads atomic.Int64

func main() {
	runtime.GOMAXPROCS(1)
	ch := make(chan int)
	stop := make(chan bool)
	received := make(chan int)
	go func() {
		for i := 0; ; i++ {
			select {
			case ch <- i:
			case <-stop:
				close(ch)
				return
			}
		}
	}()
	go func() {
		n := 0
		for range ch {
			n++
			reads.Store(int64(n))
		}
		received <- n
	}()
	words := make(chan string)
	go func() {
		for i := 0; i < 3; i++ {
			words <- "Hello"
			words <- "World"
		}
		close(words)
	}()
	for word := range words {
		fmt.Println(word)
	}
	for reads.Load() == 0 {
		runtime.Gosched()
	}
	close(stop)
	fmt.Println("the reader read too:", <-received > 0)
}

// Output:
// Hello
// World
// Hello
// World
// Hello
// World
// the reader read too: true
