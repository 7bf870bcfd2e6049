// Timers belong to the Ps: sleepers cost no thread, and wake in the order of their times.
package main

import (
	"fmt"
	"time"
)

func main() {
	ch := make(chan int)
	for _, n := range []int{30, 10, 20, 40} {
		go func() {
			time.Sleep(time.Duration(n) * time.Millisecond)
			ch <- n
		}()
	}
	for range 4 {
		fmt.Print(<-ch, " ")
	}
	fmt.Println()

	select {
	case <-ch:
		fmt.Println("nobody sends any more")
	case <-time.After(5 * time.Millisecond):
		fmt.Println("timeout")
	}
}

// Output:
// 10 20 30 40
// timeout
