// fixed: a deferred function sends a result in any case.
// outputs: "done\n"

package main

import (
	"fmt"
	"time"
)

func work(n int, results chan<- int) {
	result := -1
	defer func() { results <- result }()
	defer func() { recover() }()
	result = 10 / n
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
