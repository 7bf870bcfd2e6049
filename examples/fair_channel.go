// A goroutine that reads a channel all the time shares one P with one that prints: neither starves the other.
package main

import (
	"fmt"
	"runtime"
)

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
	close(stop)
	if n := <-received; n == 0 {
		fmt.Println("the reader starved")
	}
}

// Output:
// Hello
// World
// Hello
// World
// Hello
// World
