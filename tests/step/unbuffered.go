// Three senders on one channel: runnext and the inherited time slice, a displaced goroutine, parking and readying, and
// an M that is woken to search, and steals.
package main

import "fmt"

func main() {
	c := make(chan int)
	for i := range 3 {
		go func() { c <- i }()
	}
	sum := 0
	for range 3 {
		sum += <-c
	}
	fmt.Println(sum)
}
