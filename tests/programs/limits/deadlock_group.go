// Everybody waits.
package main

import "sync"

func main() {
	var group sync.WaitGroup
	c := make(chan int)
	group.Add(1)
	go func() { defer group.Done(); c <- 1 }()
	group.Wait()
}

// Exit: 2
// Stderr:
// fatal error: all goroutines are asleep - deadlock!
