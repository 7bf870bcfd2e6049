// bug: leak bug.go:21
// why: A worker whose panic is recovered sends no result, and the goroutine that collects waits for it.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"time"
)

func work(n int, results chan<- int) {
	defer func() { recover() }()
	results <- 10 / n
}

func main() {
	results := make(chan int, 3)
	go func() {
		for range 3 {
			<-results
		}
	}()
	for n := range 3 {
		work(n, results)
	}
	time.Sleep(time.Millisecond)
	fmt.Println("done")
}
