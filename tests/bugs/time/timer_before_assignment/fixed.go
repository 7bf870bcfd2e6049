// fixed: the function waits until the variable is set.
// outputs: "3\n"

package main

import (
	"fmt"
	"time"
)

func main() {
	var timer *time.Timer
	set := make(chan struct{})
	done := make(chan struct{})
	rounds := 0
	timer = time.AfterFunc(time.Millisecond, func() {
		<-set
		if rounds++; rounds == 3 {
			close(done)
			return
		}
		timer.Reset(time.Millisecond)
	})
	close(set)
	<-done
	fmt.Println(rounds)
}
