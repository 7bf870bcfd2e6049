// fixed: the channel has room for all answers.
// outputs: "42\n"

package main

import (
	"fmt"
	"time"
)

func ask(replicas int) int {
	answers := make(chan int, replicas)
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
