// bug: panic "timed out" bug.go:22
// why: A timeout of 0 means none, but the timer made of it fires at once, beside a result that may be there as well.
// depth: 0 (some schedules)

package main

import (
	"fmt"
	"time"
)

func call(timeout time.Duration) int {
	result := make(chan int, 1)
	go func() { result <- 7 }()
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	expired := timer.C
	select {
	case v := <-result:
		return v
	case <-expired:
		panic("timed out")
	}
}

func main() {
	fmt.Println(call(0))
}
