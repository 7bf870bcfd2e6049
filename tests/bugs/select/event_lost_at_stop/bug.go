// bug: panic "event lost" bug.go:24
// why: If an event and the stop are both ready select takes either, and the event that is left is never handled.
// depth: 0 (some schedules)

package main

import "fmt"

func main() {
	events := make(chan int, 1)
	stop := make(chan struct{})
	handled := 0
	events <- 1
	close(stop)
	for running := true; running; {
		select {
		case <-events:
			handled++
		case <-stop:
			running = false
		}
	}
	if handled != 1 {
		panic("event lost")
	}
	fmt.Println(handled)
}
