// Two goroutines hand a ball to and fro. Each send readies the other goroutine, which takes the place of the next to run
// on the same P.
package main

import "fmt"

func main() {
	ping, pong := make(chan int), make(chan int)
	go func() {
		for ball := range ping {
			pong <- ball + 1
		}
		close(pong)
	}()
	ball := 0
	for i := 0; i < 10000; i++ {
		ping <- ball
		ball = <-pong
	}
	close(ping)
	_, open := <-pong
	fmt.Println("hits:", ball, "open:", open)
}

// Output:
// hits: 10000 open: false
