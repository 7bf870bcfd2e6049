// fixed: without a timeout there is no timer's channel.
// outputs: "7\n"

package main

import (
	"fmt"
	"time"
)

func call(timeout time.Duration) int {
	result := make(chan int, 1)
	go func() { result <- 7 }()
	var expired <-chan time.Time
	if timeout > 0 {
		timer := time.NewTimer(timeout)
		defer timer.Stop()
		expired = timer.C
	}
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
