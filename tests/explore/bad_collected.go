// Nothing has the collector run, for which main waits.
//
// WANT fatal error: all goroutines are asleep - deadlock!
package main

import "runtime"

type handle struct {
	fd   int
	name string
}

func main() {
	done := make(chan int)
	runtime.AddCleanup(&handle{fd: 3}, func(fd int) { done <- fd }, 3)
	<-done
}
