// bug: deadlock bug.go:24
// why: After a timeout the timer's value has been received, and the code that stops the timer waits for it once more.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"time"
)

func main() {
	answers := make(chan int, 1)
	go func() {
		time.Sleep(20 * time.Millisecond)
		answers <- 1
	}()
	timer := time.NewTimer(5 * time.Millisecond)
	select {
	case <-answers:
	case <-timer.C:
	}
	if !timer.Stop() {
		<-timer.C
	}
	fmt.Println("done")
}
