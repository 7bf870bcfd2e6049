// Virtual time does not jump on for a ticker that no goroutine receives from.
package main

import "time"

func main() {
	t := time.NewTicker(time.Hour)
	defer t.Stop()
	<-make(chan int)
}

// Flags: --virtual-time
// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
