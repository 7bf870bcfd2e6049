// fixed: since Go 1.23 Stop needs no drain.
// outputs: "done\n"

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
	timer.Stop()
	fmt.Println("done")
}
