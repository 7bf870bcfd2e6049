// bug: race state bug.go:15
// why: Stop does not wait for a timer's function that has begun, and main writes the variable that it writes.
// depth: 0 (every schedule)

package main

import (
	"fmt"
	"time"
)

func main() {
	state := "new"
	timer := time.AfterFunc(time.Millisecond, func() {
		state = "late"
	})
	time.Sleep(5 * time.Millisecond)
	timer.Stop()
	state = "done"
	fmt.Println(state)
}
