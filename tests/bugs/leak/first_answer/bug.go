// bug: leak bug.go:16
// why: Three goroutines send their answer on an unbuffered channel, of which main takes one.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"time"
)

func ask(replicas int) int {
	answers := make(chan int)
	for range replicas {
		go func() {
			answers <- 42
		}()
	}
	return <-answers
}

func main() {
	fmt.Println(ask(3))
	time.Sleep(time.Millisecond)
}
