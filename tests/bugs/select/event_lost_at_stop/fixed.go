// fixed: behind the stop the events that are left are handled.
// outputs: "1\n"

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
	for len(events) > 0 {
		<-events
		handled++
	}
	if handled != 1 {
		panic("event lost")
	}
	fmt.Println(handled)
}
