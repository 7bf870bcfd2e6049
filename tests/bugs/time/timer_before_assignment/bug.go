// bug: race timer bug.go:22
// bug: panic "invalid memory address" bug.go:22
// why: The timer's function uses the variable of AfterFunc's result, and may run before the assignment.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"time"
)

func main() {
	var timer *time.Timer
	done := make(chan struct{})
	rounds := 0
	timer = time.AfterFunc(time.Millisecond, func() {
		if rounds++; rounds == 3 {
			close(done)
			return
		}
		timer.Reset(time.Millisecond)
	})
	<-done
	fmt.Println(rounds)
}
