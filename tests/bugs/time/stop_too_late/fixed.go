// fixed: if Stop comes too late, main waits for the function.
// outputs: "done\n"

package main

import (
	"fmt"
	"time"
)

func main() {
	state := "new"
	ran := make(chan struct{})
	timer := time.AfterFunc(time.Millisecond, func() {
		state = "late"
		close(ran)
	})
	time.Sleep(5 * time.Millisecond)
	if !timer.Stop() {
		<-ran
	}
	state = "done"
	fmt.Println(state)
}
