// bug: panic "send on closed channel" bug.go:15
// bug: race results bug.go:15
// why: Main closes the channel when the first of two producers has finished.
// depth: 0 (some schedules)

package main

import "fmt"

func main() {
	results := make(chan int, 2)
	finished := make(chan bool, 2)
	for i := range 2 {
		go func() {
			results <- i
			finished <- true
		}()
	}
	<-finished
	close(results)
	n := 0
	for range results {
		n++
	}
	fmt.Println(n > 0)
}
